// expect: TRUE
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 4)
        return 0;
    __CPROVER_precondition(x > 3, "large");
    x = x / 2;
    __CPROVER_postcondition(x > 1, "not so small");
    return 0;
}
