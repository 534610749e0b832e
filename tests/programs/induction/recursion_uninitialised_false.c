// An activation deep down returns a value that nobody has written.
// flags: --check uninit --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
static int f(unsigned n, unsigned depth) {
    int r;
    if (n > 0) r = f(n - 1, depth + 1);
    else if (depth != 100000) r = 1;
    return r;
}
int main(void) { return f(__VERIFIER_nondet_uint(), 0) ? 2 : 3; }
