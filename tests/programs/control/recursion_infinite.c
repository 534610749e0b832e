// A recursion that never ends and depends on no input needs no formula: only the time limit ends it.
// flags: --bound 5 --timeout 3
// expect: UNKNOWN
unsigned __VERIFIER_nondet_uint(void);
static int f(int n) { return f(n ^ 1) + 1; }
int main(void) { return f((int)__VERIFIER_nondet_uint()); }
