// A template without instructions keeps what is in its registers, whatever their number.
// expect: TRUE
// flags: -D WRONG=1
// expect: FALSE(assert)
// flags: -D UNTIED
// expect: UNKNOWN
// flags: -D UNTIED --asm any
// expect: FALSE(assert)
#ifndef WRONG
#define WRONG 0
#endif
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = x, z = x, *p = &z;
    char c = 3;
    __asm__ volatile("" : "+r"(y), "+r"(p), "+q"(c));
    __asm__ volatile("# marker" ::: "memory");
    __asm__ volatile("/* two */ ; // lines\n\t# \"%0\"\n" : "+r"(y) :: "memory");
#ifdef UNTIED
    __asm__("" : "=r"(x), "+r"(c));
#endif
    __VERIFIER_assert(x == y + WRONG && *p == z && c == 3); // BUG
    return 0;
}
