// Checks that are not asked for are not made.
// flags: --check assert
// expect: TRUE
// flags: --check division
// expect: FALSE(division-by-zero)
// flags: --check default,-division
// expect: TRUE
int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    return 5 % x; // BUG
}
