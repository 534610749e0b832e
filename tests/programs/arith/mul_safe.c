// expect: TRUE
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x <= 46340)
        return x * x;
    return 0;
}
