// The least of all elements is at most any of them.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 100000
int a[N];
int main(void) {
    for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
    int least = a[0];
    for (int i = 1; i < N; i++)
        if (a[i] < least) least = a[i];
    for (int i = 0; i < N; i++)
        if (a[i] < least) reach_error();
}
