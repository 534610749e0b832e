// The function never returns: that must not hide what comes before its call.
// flags: --check assert
// expect: FALSE(reach-error)
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned f(unsigned n) { return f(n + __VERIFIER_nondet_uint()) + 1; }
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n == 77) reach_error();
    return f(n);
}
