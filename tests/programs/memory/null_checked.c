// expect: TRUE
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 3;
    int *p = __VERIFIER_nondet_int() ? &x : (int *)0;
    if (p)
        return *p;
    return 0;
}
