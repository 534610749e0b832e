// An input of one iteration is not that of another one.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 10000000
int a[N];
int main(void) {
    for (int i = 0; i < N; i++) {
        int x = __VERIFIER_nondet_int();
        if (x < 0) x = 0;
        a[i] = x;
    }
    if (a[60000] != a[60001]) reach_error();
}
