// One run needs what is not supported, another one violates a check.
// flags: --check assert
// expect: FALSE(reach-error)
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);
int main(void) {
    if (!__VERIFIER_nondet_bool() && __VERIFIER_nondet_int() * 3 == 8) return 1;
    reach_error(); // BUG
    return 0;
}
