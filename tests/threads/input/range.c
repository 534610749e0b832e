// A small range that is assumed is tried value by value; each is found.
// expect: FALSE(reach-error)
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    int a[4] = {1, 2, 3, 4};
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n < 4);
    if (a[n] == 4) reach_error(); // BUG
    return 0;
}
