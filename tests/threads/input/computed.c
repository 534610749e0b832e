// What is computed from an input may be anything.
// flags: --check assert
// expect: UNKNOWN(unsupported: an input: too many values)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n * n == 4u) reach_error();
    return 0;
}
