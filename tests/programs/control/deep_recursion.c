// flags: --bound 2
// expect: TRUE
#include <assert.h>
static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
int main(void) {
    assert(depth(10000) == 10000);
    return 0;
}
