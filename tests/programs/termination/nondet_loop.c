// Whether it ends is the input's choice, every time.
// flags: --property termination.prp --timeout 3
// expect: UNKNOWN
// flags: --property termination.prp --bound 9
// expect: UNKNOWN(bound 9 reached: loop in main)
int __VERIFIER_nondet_int(void);
int main(void) {
    while (__VERIFIER_nondet_int()) {
    }
    return 0;
}
