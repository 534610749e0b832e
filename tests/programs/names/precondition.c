// CBMC's preconditions and postconditions are assertions.
// expect: FALSE(assert)
int __VERIFIER_nondet_int(void);
void __CPROVER_precondition(_Bool, const char *);
static int half(int x) {
    __CPROVER_precondition(x > 0, "positive"); // BUG
    return x / 2;
}
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        return 0;
    return half(x);
}
