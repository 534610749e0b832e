// No value outside of the range that is assumed.
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
int main(void) {
    int a[4] = {1, 2, 3, 4};
    int n = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= n && n < 4);
    if (a[n] > 4) reach_error();
    return 0;
}
