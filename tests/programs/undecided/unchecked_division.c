// The least integer divided by -1 ends the run, as x86 traps.
// flags: --check assert,reach-error
// expect: TRUE
// flags: --check assert,reach-error -m 32
// expect: TRUE
// flags: --check assert,reach-error --undefined any
// expect: FALSE(reach-error)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), q;
    if (y != -1 || x > -2147483647)
        return 0;
    q = __VERIFIER_nondet_int() ? x / y : x % y;
    if (x != -2147483647)
        reach_error(); // BUG
    return q;
}
