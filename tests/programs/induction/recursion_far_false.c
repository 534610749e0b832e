// The violation is further away than any bound that is tried.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned depth(unsigned n) { return n == 0 ? 0 : depth(n - 1) + 1; }
int main(void) {
    if (depth(__VERIFIER_nondet_uint()) == 3000000000u) reach_error();
}
