// A violation behind a jump.
// expect: FALSE(reach-error)
#include <setjmp.h>
extern void reach_error(void);
static jmp_buf env;
int main(void) {
    volatile int x = 0;
    if (setjmp(env) == 0) {
        x = 1;
        longjmp(env, 1);
    }
    if (x == 1)
        reach_error(); // BUG
    return 0;
}
