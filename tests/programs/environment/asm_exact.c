// What is known of assembly is exact.
// flags: --asm any
// expect: TRUE
// flags: --asm any -D WRONG=1
// expect: FALSE(assert)
#ifndef WRONG
#define WRONG 0
#endif
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
static unsigned swap(unsigned x) {
    return x << 24 | (x & 0xff00) << 8 | (x >> 8 & 0xff00) | x >> 24;
}
int main(void) {
    unsigned x = __VERIFIER_nondet_int(), y = x;
    unsigned short h = x, g = h;
    __asm__("bswap %0" : "+r"(y));
    __asm__("rorw $8, %w0" : "+r"(g) : : "cc");
    __asm__ volatile("mfence" : : : "memory");
    __asm__ volatile("rep; nop");
    __asm__ volatile("pause" : : : "memory");
    __VERIFIER_assert(y == swap(x) + WRONG); // BUG
    __VERIFIER_assert(g == (unsigned short)(h << 8 | h >> 8));
    return 0;
}
