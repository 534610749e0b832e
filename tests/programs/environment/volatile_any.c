// Each read of volatile memory gives any value of its type.
// expect: TRUE
// flags: -D CLAIM=1
// expect: TRUE
// flags: --volatile any
// expect: TRUE
// flags: --volatile any -D CLAIM=1
// expect: FALSE(assert)
// flags: --volatile any -D CLAIM=2
// expect: FALSE(assert)
// flags: --volatile any -D CLAIM=3
// expect: FALSE(assert)
// flags: --volatile any -D CLAIM=4
// expect: FALSE(assert)
// flags: --volatile any -D CLAIM=5
// expect: FALSE(assert)
// flags: --volatile any -D CLAIM=6
// expect: UNKNOWN
// flags: --volatile any -D CLAIM=7
// expect: FALSE(invalid-read)
#include <stdbool.h>
#ifndef CLAIM
#define CLAIM 0
#endif
extern void __VERIFIER_assert(int);
struct status {
    unsigned ready : 1, count : 3;
};
volatile int number;
volatile _Bool truth;
volatile double real;
volatile struct status status;
volatile struct {
    int a[9];
} big;
int plain;
int main(void) {
    number = 3;
    *(volatile int *)&plain = 4;
    __VERIFIER_assert(plain == 4 && *(int *)&number == 3);
    bool t = truth;
    __VERIFIER_assert((t == 0 || t == 1) && status.count <= 7);
#if CLAIM == 1
    __VERIFIER_assert(number == 3); // BUG
#elif CLAIM == 2
    int x = number, y = number;
    __VERIFIER_assert(x == y); // BUG
#elif CLAIM == 3
    __VERIFIER_assert(!truth); // BUG
#elif CLAIM == 4
    __VERIFIER_assert(real != 2.5); // BUG
#elif CLAIM == 5
    __VERIFIER_assert(!status.ready || status.count != 5); // BUG
#elif CLAIM == 6
    __typeof__(big) copy;
    copy = big;
    __VERIFIER_assert(copy.a[0] == 0);
#elif CLAIM == 7
    volatile int *p = big.a;
    return p[9]; // BUG
#endif
    return 0;
}
