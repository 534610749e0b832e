// Old programs call what they do not declare.
// flags: -std=gnu89
// expect: FALSE(reach-error)
main() {
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 7)
        reach_error(); // BUG
    return 0;
}
