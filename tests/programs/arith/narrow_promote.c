// Narrow types are promoted to int, where the sum fits; the conversion back is defined by the compiler.
// expect: TRUE
#include <assert.h>
signed char __VERIFIER_nondet_char(void);
short __VERIFIER_nondet_short(void);
int main(void) {
    signed char c = __VERIFIER_nondet_char();
    short s = __VERIFIER_nondet_short();
    int sum = c + s;
    assert(sum >= -128 - 32768 && sum <= 127 + 32767);
    signed char d = 127;
    d++;
    assert(d == -128);
    short t = -32768;
    t--;
    assert(t == 32767);
    return 0;
}
