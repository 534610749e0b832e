// Reverses the bytes of a number, by an instruction of the processor or in C (-D PORTABLE).
#include <assert.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned swap(unsigned x) {
#ifdef PORTABLE
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
#else
    __asm__("bswap %0" : "+r"(x));
    return x;
#endif
}

int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert(swap(swap(x)) == x);
    return 0;
}
