// The violation is at depth 3 only.
// flags: --check assert
// expect: FALSE(reach-error)
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned f(unsigned n, unsigned depth) {
    if (depth == 3 && n == 123456) reach_error();
    return n == 0 ? 0 : f(n - 1, depth + 1);
}
int main(void) { return f(__VERIFIER_nondet_uint(), 0); }
