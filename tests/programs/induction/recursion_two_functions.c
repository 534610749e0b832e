// One recursive function within another, which is called from there again.
// flags: --check assert
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned f(unsigned n);
static unsigned g(unsigned n) {
    if (n == 0) return 1;
    return __VERIFIER_nondet_uint() ? g(n - 1) : f(n - 1);
}
static unsigned f(unsigned n) { return n == 0 ? 1 : f(n - 1) & g(n - 1); }
int main(void) {
    if (f(__VERIFIER_nondet_uint()) != 1) reach_error();
}
