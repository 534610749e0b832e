// The result is a pointer to one of two objects.
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
unsigned a, b, c;
static unsigned *f(unsigned n) {
    if (n > 1) return f(n - 2);
    return n ? &b : &a;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    *f(n) = 1;
    if (a + b != 1 || c) reach_error();
}
