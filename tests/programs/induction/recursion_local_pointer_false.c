// Each activation writes to a local object of its caller, which the caller looks at.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static void f(unsigned n, unsigned depth, unsigned *out) {
    unsigned mine = 0;
    if (n > 0) f(n - 1, depth + 1, &mine);
    if (mine == 100000) reach_error();
    *out = depth;
}
int main(void) {
    unsigned r = 0;
    f(__VERIFIER_nondet_uint(), 0, &r);
    if (r != 0) reach_error();
}
