// The result is one more than claimed.
// flags: --check assert
// expect: FALSE(reach-error)
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned capped(unsigned x) {
    if (x == 0) return 0;
    unsigned r = capped(x - 1) + 1;
    return r > 6 ? 6 : r;
}
int main(void) {
    if (capped(__VERIFIER_nondet_uint()) > 5) reach_error();
}
