// expect: TRUE
#include <assert.h>
unsigned long long __VERIFIER_nondet_ulonglong(void);
int main(void) {
    unsigned long long a = __VERIFIER_nondet_ulonglong();
    unsigned __int128 sq = (unsigned __int128)a << 64 | 5;
    assert((unsigned long long)(sq >> 64) == a);
    __int128 big = (__int128)0x7fffffffffffffffLL * 4;
    assert(big / 4 == 0x7fffffffffffffffLL);
    assert(big % 1000 == 228);
    return 0;
}
