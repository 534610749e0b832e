// As elements_changed.c, but one element is changed twice.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
unsigned a[10000000];
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 10000000) return 0;
    for (unsigned i = 0; i < n; i++) a[i] = i;
    for (unsigned i = 0; i < n; i++) {
        a[i] = 3 * a[i] + 1;
        if (i == 50000) a[49000] = 7;
    }
    for (unsigned i = 0; i < n; i++)
        if (a[i] != 3 * i + 1) reach_error();
}
