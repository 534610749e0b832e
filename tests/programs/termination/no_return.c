// flags: --property termination.prp
// expect: UNKNOWN(undefined behaviour that no check covers)
int __VERIFIER_nondet_int(void);
int main(void) {
    if (__VERIFIER_nondet_int())
        __builtin_unreachable();
    return 0;
}
