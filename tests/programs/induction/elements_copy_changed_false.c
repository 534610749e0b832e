// As elements_copy.c, but an element is changed in between.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 10000000
int main(void) {
    int a[N], b[N];
    for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++) b[i] = a[i];
    a[70000] = 1;
    for (int i = 0; i < N; i++)
        if (b[i] != a[i]) reach_error();
}
