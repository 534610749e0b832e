// Assembly gives any value to its outputs and to nothing else.
// flags: --asm any
// expect: TRUE
// flags: --asm any -D CLAIM=1
// expect: FALSE(assert)
// flags: --asm any -D CLAIM=2
// expect: FALSE(assert)
// flags: --asm any -D CLAIM=3
// expect: FALSE(assert)
// flags: --asm any -D CLAIM=4
// expect: FALSE(assert)
// flags: --asm any -D CLAIM=5
// expect: FALSE(assert)
// flags:
// expect: UNKNOWN
#ifndef CLAIM
#define CLAIM 0
#endif
extern void __VERIFIER_assert(int);
struct pair {
    short first, second;
};
int main(void) {
    int in = 7, out, other = 1;
    unsigned low, high;
    long memory = 5, kept = 6;
    struct pair pair = {1, 2};
    __asm__("op %1, %0" : "=r"(out), "+r"(in) : "r"(other));
    __asm__ volatile("rdtsc" : "=a"(low), "=d"(high));
    __asm__("op %0" : "+m"(memory) : "m"(kept) : "cc");
    __asm__("op %0" : "=m"(pair));
    _Bool flag;
    __asm__("op %1" : "=@ccz"(flag) : "r"(other));
    __VERIFIER_assert(other == 1 && kept == 6 && (flag == 0 || flag == 1));
#if CLAIM == 1
    __VERIFIER_assert(out != 12345 || in != -7); // BUG
#elif CLAIM == 2
    __VERIFIER_assert(low != 1 || high != 0xffffffff); // BUG
#elif CLAIM == 3
    __VERIFIER_assert(memory != -1); // BUG
#elif CLAIM == 4
    __VERIFIER_assert(pair.first != 3 || pair.second != 4); // BUG
#elif CLAIM == 5
    __VERIFIER_assert(flag); // BUG
#endif
    return 0;
}
