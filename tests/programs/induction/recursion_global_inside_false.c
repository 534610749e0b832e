// An activation reads what an earlier one wrote.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
unsigned g = 1;
static unsigned f(unsigned n, unsigned depth) {
    if (!g) reach_error();
    if (depth == 100000) g = 0;
    return n > 0 ? f(n - 1, depth + 1) : n;
}
int main(void) { return f(__VERIFIER_nondet_uint(), 0); }
