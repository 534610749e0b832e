// Arrays that were found to be the same are so at each element.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 100000
int a[N], b[N];
int main(void) {
    for (int i = 0; i < N; i++) {
        a[i] = __VERIFIER_nondet_int();
        b[i] = __VERIFIER_nondet_int();
    }
    int same = 1;
    for (int i = 0; i < N; i++)
        if (a[i] != b[i]) same = 0;
    if (same)
        for (int i = 0; i < N; i++)
            if (a[i] != b[i]) reach_error();
}
