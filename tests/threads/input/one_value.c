// A value in the middle of nowhere, and its neighbours, signed and not.
// expect: FALSE(reach-error)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 1000000000 && n < 1000000002) reach_error(); // BUG
    return 0;
}
