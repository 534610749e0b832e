// As elements_even_false.c, and only these are looked at.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
int a[100000];
int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    for (int i = 0; i < 100000; i += 2) a[i] = 1;
    if (k < 50000 && a[2 * k] != 1) reach_error();
}
