// What a search has come past is not what it looks for.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 100000
int a[N];
int main(void) {
    int x = __VERIFIER_nondet_int(), i = 0;
    for (int j = 0; j < N; j++) a[j] = __VERIFIER_nondet_int();
    while (i < N && a[i] != x) i++;
    for (int j = 0; j < i; j++)
        if (a[j] == x) reach_error();
}
