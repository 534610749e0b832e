// A pointer goes through the array.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int a[100000];
int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    for (int *p = a; p != a + 100000; p++) *p = 9;
    if (k < 100000 && a[k] != 9) reach_error();
}
