// Elements are changed where they are.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
unsigned a[100000];
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100000) return 0;
    for (unsigned i = 0; i < n; i++) a[i] = i;
    for (unsigned i = 0; i < n; i++) a[i] = 3 * a[i] + 1;
    for (unsigned i = 0; i < n; i++)
        if (a[i] != 3 * i + 1) reach_error();
}
