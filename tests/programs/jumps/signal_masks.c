// The forms of POSIX; a jump with the value 0 gives 1.
// expect: TRUE
#include <assert.h>
#include <setjmp.h>
static sigjmp_buf place;
int main(void) {
    volatile int first = 1;
    int value = sigsetjmp(place, 1);
    if (first) {
        assert(value == 0);
        first = 0;
        siglongjmp(place, 0);
    }
    assert(value == 1);
    jmp_buf other;
    first = 1;
    value = _setjmp(other);
    if (first) {
        first = 0;
        _longjmp(other, -3);
    }
    assert(value == -3);
    return 0;
}
