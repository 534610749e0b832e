// A pointer stays in its object.
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    static unsigned char a[100];
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100) return 0;
    for (unsigned char *p = a, *end = a + n; p != end; p++) *p = 1;
}
