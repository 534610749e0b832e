// flags: --property termination.prp
// expect: TRUE
// flags: --property termination.prp --bound 2
// expect: UNKNOWN(bound 2 reached: recursion of f)
unsigned char __VERIFIER_nondet_uchar(void);
static int f(unsigned n) { return n == 0 ? 0 : 1 + f(n - 1); }
int main(void) { return f(__VERIFIER_nondet_uchar() % 5); }
