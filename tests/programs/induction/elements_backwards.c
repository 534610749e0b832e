// From the last element to the first one, turned around.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 100000
int a[N], b[N];
int main(void) {
    for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = N - 1; i >= 0; i--) b[N - 1 - i] = a[i];
    for (int i = 0; i < N; i++)
        if (b[i] != a[N - 1 - i]) reach_error();
}
