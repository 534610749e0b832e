// Addresses of local objects differ from activation to activation.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static unsigned long f(unsigned n, unsigned depth) {
    unsigned long mine;
    mine = (unsigned long)&mine;
    unsigned long other = n > 0 ? f(n - 1, depth + 1) : mine;
    if (depth > 100000 && other != mine) reach_error();
    return mine;
}
int main(void) { return f(__VERIFIER_nondet_uint(), 0) != 0; }
