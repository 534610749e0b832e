// Device memory that is memory: it holds any bytes at first, and then what is written.
// flags: --region 0x40001000:0x100=memory
// expect: TRUE
// flags: --region 0x40001000:0x100=memory -D CLAIM=1
// expect: FALSE(assert)
// flags: --region 0x40001000:0x100=memory -D CLAIM=2
// expect: FALSE(invalid-read)
// flags: --region 0x40001000:0x100=memory -D CLAIM=3
// expect: FALSE(invalid-write)
// flags: --region 0x40001000:0x100=memory --region 0x40001100:4=memory -D CLAIM=3
// expect: TRUE
// flags: --region 0x40001000:0x100=memory -D CLAIM=4
// expect: FALSE(invalid-write)
// flags: --region 0x40001000:0x100=memory -D CLAIM=5
// expect: FALSE(invalid-write)
// flags: -m32 --region 0x40001000:0x100=memory
// expect: TRUE
// flags: -m32 --region 0x40001000:0x100=memory -D CLAIM=4
// expect: FALSE(invalid-write)
// flags:
// expect: FALSE(invalid-read)
#include <stdint.h>
#ifndef CLAIM
#define CLAIM 0
#endif
extern void __VERIFIER_assert(int);
extern unsigned __VERIFIER_nondet_uint(void);
struct uart {
    volatile uint32_t sr, dr;
    uint8_t fifo[16];
};
#define UART ((struct uart *)0x40001000)
struct uart *const uart = UART;
int other;
int main(void) {
    unsigned i = __VERIFIER_nondet_uint(), first = UART->sr; // BUG
    UART->dr = 5;
    uart->fifo[3] = 7;
    __VERIFIER_assert(UART->dr == 5 && ((uint8_t *)0x4000100bu)[0] == 7 && UART->sr == first);
    __VERIFIER_assert((uintptr_t)&uart->dr == 0x40001004 && uart == UART && uart != 0);
    __VERIFIER_assert((void *)&other != (void *)uart && (char *)uart + 0x100 == (char *)0x40001100);
    char *p = (char *)0x40001000, *end = (char *)0x40001100;
    int count = 0;
    while (p != end) {
        *p = 1;
        p += 64;
        count++;
    }
    __VERIFIER_assert(count == 4 && end - (char *)uart == 0x100 && other == 0);
    if (i < 0x40)
        ((uint32_t *)0x40001000)[i] = i;
    if (i >= 0x40001000 && i < 0x40001100)
        *(uint8_t *)(uintptr_t)i = 9;
    __VERIFIER_assert(other == 0);
#if CLAIM == 1
    __VERIFIER_assert(first != 77); // BUG
#elif CLAIM == 2
    return *(int *)0x400010fd; // BUG
#elif CLAIM == 3
    *(int *)0x40001100 = 1; // BUG
#elif CLAIM == 4
    ((uint32_t *)0x40001000)[i] = i; // BUG
#elif CLAIM == 5
    uart->sr = 1;
    *(uint8_t *)(uintptr_t)(i | 0x40000000) = 0; // BUG
#endif
    return 0;
}
