// A value that was not set is carried around the loop and used after it.
// flags: --check uninit --timeout 3
// expect: UNKNOWN|FALSE(uninitialised)
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x, y = 0;
    while (__VERIFIER_nondet_int()) {
        int t = x;
        x = y;
        y = t;
    }
    if (y) return 1;
}
