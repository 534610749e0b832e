// flags:
// line: TRUE
// Recursive functions: assertions in activations that no run comes to.
unsigned char __VERIFIER_nondet_uchar(void);
void __VERIFIER_assert(int);

static unsigned sum(unsigned n) {
    if (n > 10) {
        __VERIFIER_assert(n < 300); //1 assertion:unreached
        return 0;
    }
    if (n == 0)
        return 0;
    unsigned rest = sum(n - 1);
    __VERIFIER_assert(rest <= 45);
    return n + rest;
}

int main(void) {
    unsigned n = __VERIFIER_nondet_uchar() % 11;
    __VERIFIER_assert(sum(n) == n * (n + 1) / 2);
    return 0;
}
