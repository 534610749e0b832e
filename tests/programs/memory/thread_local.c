// expect: TRUE
#include <assert.h>
static _Thread_local int counter = 3;
int main(void) {
    counter++;
    assert(counter == 4);
    return 0;
}
