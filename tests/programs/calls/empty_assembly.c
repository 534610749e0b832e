// An empty template keeps what is in the register.
// expect: TRUE
// flags: -D WRONG=1
// expect: FALSE(assert)
#ifndef WRONG
#define WRONG 0
#endif
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = x;
    __asm__ __volatile__("" : "+r"(x));
    __asm__ __volatile__("" ::: "memory");
    __asm__ __volatile__("" : "+m"(y));
    __VERIFIER_assert(x == y + WRONG); // BUG
    return 0;
}
