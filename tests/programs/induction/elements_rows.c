// Rows are copied, one element after the other.
// flags: --check assert --engine bmc --timeout 20
// expect: TRUE
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 500
int a[N][N], b[N][N];
int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i][j] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) b[i][j] = a[i][j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (a[i][j] != b[i][j]) reach_error();
}
