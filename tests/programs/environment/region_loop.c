// Loops that wait for a device: no bound suffices, and induction has to know that the device changes.
// flags: --region 0x40001000:8=any
// expect: TRUE
// flags: --region 0x40001000:8=any -D WRONG
// expect: FALSE(assert)
// flags: --region 0x40001000:8=memory -D WRITES
// expect: FALSE(assert)
#include <stdint.h>
extern void __VERIFIER_assert(int);
extern int __VERIFIER_nondet_int(void);
#define STATUS (*(uint8_t *)0x40001000)
#define DATA (*(uint8_t *)0x40001001)
int main(void) {
    int plain = 3;
#ifdef WRITES
    DATA = 0;
    while (__VERIFIER_nondet_int())
        if (DATA < 100)
            DATA = DATA + 1;
    __VERIFIER_assert(DATA != 2); // BUG
#else
    uint8_t status;
    do
        status = STATUS;
    while (!(status & 4));
    __VERIFIER_assert(plain == 3);
#ifdef WRONG
    __VERIFIER_assert(status != 6); // BUG
#else
    __VERIFIER_assert(status & 4);
#endif
#endif
    return 0;
}
