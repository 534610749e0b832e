// A linear equality between parameters and result.
// flags: --check assert
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned add(unsigned m, unsigned n) { return n == 0 ? m : add(m + 1, n - 1); }
int main(void) {
    unsigned m = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint();
    if (add(m, n) != m + n) reach_error();
}
