// A device that gives any value at each read, and keeps nothing.
// flags: --region 0x40001000:0x100=any
// expect: TRUE
// flags: --region 0x40001000:0x100=any -D CLAIM=1
// expect: FALSE(assert)
// flags: --region 0x40001000:0x100=any -D CLAIM=2
// expect: FALSE(assert)
// flags: --region 0x40001000:0x100=any -D CLAIM=3
// expect: FALSE(assert)
// flags: --region 0x40001000:0x100=any -D CLAIM=4
// expect: FALSE(assert)
// flags: --region 0x40001000:0x100=any -D CLAIM=5
// expect: FALSE(invalid-read)
// flags: -m32 --region 0x40001000:0x100=any -D CLAIM=1
// expect: FALSE(assert)
#include <stdint.h>
#include <string.h>
#ifndef CLAIM
#define CLAIM 0
#endif
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
struct uart {
    uint32_t sr, dr;
    char fifo[16];
};
#define UART ((struct uart *)0x40001000)
uint32_t plain = 3;
int main(void) {
    uint32_t *p = __VERIFIER_nondet_int() ? &plain : &UART->dr;
    *p = 3;
    if (p == &plain)
        __VERIFIER_assert(*p == 3);
    __VERIFIER_assert(plain == 3);
#if CLAIM == 1
    UART->dr = 5;
    __VERIFIER_assert(UART->dr == 5); // BUG
#elif CLAIM == 2
    unsigned a = UART->sr, b = UART->sr;
    __VERIFIER_assert(a == b); // BUG
#elif CLAIM == 3
    __VERIFIER_assert(*p == 3); // BUG
#elif CLAIM == 4
    char copy[16];
    memset(UART->fifo, 'x', 16);
    memcpy(copy, UART->fifo, 16);
    __VERIFIER_assert(copy[0] == 'x' && copy[15] != 'y'); // BUG
#elif CLAIM == 5
    return UART[0x100 / sizeof(struct uart)].fifo[15]; // BUG
#endif
    return 0;
}
