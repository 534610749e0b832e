// expect: UNKNOWN
#include <assert.h>
int main(void) {
    int x = 3;
    __asm__ volatile("addl $1, %0" : "+r"(x));
    assert(x == 4);
    return 0;
}
