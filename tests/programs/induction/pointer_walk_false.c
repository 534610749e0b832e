// It leaves it in the end.
// flags: --check memory
// expect: FALSE(invalid-write)
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    static unsigned char a[100];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 101) return 0;
    for (unsigned char *p = a, *end = a + n; p != end; p++) *p = 1; // BUG
}
