// expect: TRUE
#include <assert.h>
static int next(void) {
    static int n = 10;
    return n++;
}
int main(void) {
    next();
    next();
    assert(next() == 12);
    return 0;
}
