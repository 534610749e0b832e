// The result of a left shift is one that its type has to represent.
// flags: --check overflow
// expect: FALSE(shift-base)
// flags: --check over-shift
// expect: TRUE
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), by = __VERIFIER_nondet_int();
    if (x < 1024 || by < 0 || by > 21) return 0;
    return x << by != 0; // BUG
}
