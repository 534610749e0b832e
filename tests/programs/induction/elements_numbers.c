// An element is at least its number, as those that are left out only make it greater.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 100000
int a[N], b[N];
int main(void) {
    int k = 0;
    for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        if (a[i] != 0) b[k++] = i;
    for (int i = 0; i < k; i++)
        if (b[i] < i) reach_error();
}
