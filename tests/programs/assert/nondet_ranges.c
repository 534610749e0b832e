// expect: TRUE
#include <assert.h>
#include <limits.h>
_Bool __VERIFIER_nondet_bool(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
int main(void) {
    _Bool b = __VERIFIER_nondet_bool();
    assert(b == 0 || b == 1);
    int c = __VERIFIER_nondet_char();
    assert(c >= CHAR_MIN && c <= CHAR_MAX);
    int uc = __VERIFIER_nondet_uchar();
    assert(uc >= 0 && uc <= UCHAR_MAX);
    int s = __VERIFIER_nondet_short();
    assert(s >= SHRT_MIN && s <= SHRT_MAX);
    int us = __VERIFIER_nondet_ushort();
    assert(us >= 0 && us <= USHRT_MAX);
    long l = __VERIFIER_nondet_long();
    assert(l <= LONG_MAX);
    unsigned long ul = __VERIFIER_nondet_ulong();
    assert(ul <= ULONG_MAX);
    return 0;
}
