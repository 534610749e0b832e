// Addresses outside of an object, of which one stands for all: no access is possible there, not even of no bytes.
// flags: --engine symbolic --check assert
// expect: TRUE
// flags: --engine symbolic --check assert -DNARROW
// expect: TRUE
// flags: --engine explicit --check assert -DNARROW
// expect: TRUE
// flags: --engine symbolic --check assert,invalid-read -DREAD
// expect: FALSE(invalid-read)
#include <assert.h>

_Bool __CPROVER_r_ok(const void *, unsigned long);
#ifdef NARROW
extern unsigned char __VERIFIER_nondet_uchar(void);
#define INPUT (__VERIFIER_nondet_uchar() & 7)
#else
extern unsigned char __VERIFIER_nondet_uchar(void);
#define INPUT __VERIFIER_nondet_uchar()
#endif
char a[4];
int main(void) {
    unsigned long i = INPUT;
    const char *p = a + i;
    assert(__CPROVER_r_ok(p, 1) == (i < 4));
    assert(__CPROVER_r_ok(p, 0) == (i <= 4));
#ifdef READ
    return *p; // BUG
#endif
    return 0;
}
