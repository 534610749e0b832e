// Words of other verifiers that the program declares itself stay as they are declared.
// expect: TRUE
extern void __VERIFIER_assume(int);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int *p = &x;
    __VERIFIER_assume(x > 3);
    __CPROVER_assert(x > 2 ==> __CPROVER_r_ok(p), "an implication");
}
