// The result is a pointer, in the end to another object.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
unsigned a, b;
static unsigned *f(unsigned n, unsigned depth) {
    if (n > 0) return f(n - 1, depth + 1);
    return depth == 100000 ? &b : &a;
}
int main(void) {
    *f(__VERIFIER_nondet_uint(), 0) = 1;
    if (b) reach_error();
}
