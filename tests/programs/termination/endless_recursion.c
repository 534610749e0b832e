// flags: --property termination.prp --timeout 2
// expect: UNKNOWN
// flags: --property termination.prp --bound 4 --timeout 5
// expect: UNKNOWN
int __VERIFIER_nondet_int(void);
static int f(int n) { return f(n + 1); }
int main(void) { return __VERIFIER_nondet_int() ? f(0) : 0; }
