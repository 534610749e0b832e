// flags: --check assert,reach-error
// expect: FALSE(reach-error)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x > 0 && y > 0 && __CPROVER_overflow_plus(x, y))
        reach_error(); // BUG
    return 0;
}
