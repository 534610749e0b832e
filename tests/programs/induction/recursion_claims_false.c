// Whatever is claimed of the result holds vacuously if the claims contradict each other: the smallest case does not.
// flags: --check assert
// expect: FALSE(reach-error)
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned f(unsigned n) {
    if (n == 7) return 5;
    unsigned r = f(n + 1);
    return r > 3 ? 3 : r;
}
int main(void) {
    if (f(__VERIFIER_nondet_uint()) == 5) reach_error();
}
