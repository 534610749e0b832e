// What one loop copies is what another one finds.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 100000
int main(void) {
    int a[N], b[N];
    for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++) b[i] = a[i];
    for (int i = 0; i < N; i++)
        if (b[i] != a[i]) reach_error();
}
