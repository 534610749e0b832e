// flags: --bound 5
// expect: UNKNOWN
unsigned __VERIFIER_nondet_uint(void);
static int f(int n) { return f(n ^ 1) + 1; }
int main(void) { return f((int)__VERIFIER_nondet_uint()); }
