// Lanes of vectors are shifted by other instructions: any value.
// flags: --check assert
// expect: FALSE(assert)
typedef int v4 __attribute__((vector_size(16)));
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
int main(void) {
    int s = __VERIFIER_nondet_int();
    v4 x = {50, 50, 50, 50}, n = {s, s, s, s};
    v4 y = x >> n;
    __VERIFIER_assert(y[0] == 50 >> (s & 31)); // BUG
    return 0;
}
