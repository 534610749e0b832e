// What an inner loop writes depends on the outer one.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern unsigned __VERIFIER_nondet_uint(void);
void reach_error(void) {}
#define N 3000
unsigned a[N][N];
int main(void) {
    unsigned k = __VERIFIER_nondet_uint();
    for (unsigned i = 0; i < N; i++)
        for (unsigned j = 0; j < N; j++) a[i][j] = i;
    if (k < N && a[N - 1][k] != a[N - 2][k]) reach_error();
}
