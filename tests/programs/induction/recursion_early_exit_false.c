// An activation returns early, with another result.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
static int f(unsigned n, unsigned depth) {
    if (depth == 100000) return 2;
    if (n == 0) return 1;
    int r = f(n - 1, depth + 1);
    if (r == 2) return r;
    return 1;
}
int main(void) {
    if (f(__VERIFIER_nondet_uint(), 0) != 1) reach_error();
}
