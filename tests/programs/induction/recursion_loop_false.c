// A violation in a loop in an activation far down, which the call comes to in a loop.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned f(unsigned n, unsigned depth) {
    for (unsigned i = 0; i < __VERIFIER_nondet_uint(); i++)
        if (i + depth == 200000 && depth == 100000) reach_error();
    return n > 0 ? f(n - 1, depth + 1) : 0;
}
int main(void) {
    while (__VERIFIER_nondet_uint()) f(__VERIFIER_nondet_uint(), 0);
}
