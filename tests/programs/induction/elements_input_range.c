// What inputs are known to be is known of the elements.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 100000
int a[N];
int main(void) {
    for (int i = 0; i < N; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0 || x > 9) return 0;
        a[i] = x;
    }
    for (int i = 0; i < N; i++)
        if (a[i] < 0 || a[i] > 9) reach_error();
}
