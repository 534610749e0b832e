// One value more than there are elements.
// expect: FALSE(array-bounds)
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    int a[4] = {1, 2, 3, 4};
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n <= 4);
    return a[n] > 0; // BUG
}
