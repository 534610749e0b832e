// expect: FALSE
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 0, *p;
    if (__VERIFIER_nondet_int() > 3)
        p = &x;
    *p = 1; // BUG
    return x;
}
