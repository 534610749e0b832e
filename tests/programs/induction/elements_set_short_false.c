// As elements_set.c, but the last element stays as it was where the array is long.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int a[10000000];
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 10000000) return 0;
    for (unsigned i = 0; i < n; i++)
        if (i < 90000) a[i] = 42;
    for (unsigned i = 0; i < n; i++)
        if (a[i] != 42) reach_error();
}
