// All elements of an array of any length are set, then looked at.
// flags: --check assert --engine bmc --timeout 20 -v
// expect: TRUE
// stderr: loop invariant of main: \forall integer p; 0 <= p && ((int)p < (int)(unsigned int)i) ==> (a[p] == 42)
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int a[100000];
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 100000) return 0;
    for (unsigned i = 0; i < n; i++) a[i] = 42;
    for (unsigned i = 0; i < n; i++)
        if (a[i] != 42) reach_error();
}
