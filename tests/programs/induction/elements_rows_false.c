// As elements_rows.c, but the last column is not copied.
// flags: --check assert --timeout 3
// expect: UNKNOWN
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
#define N 3000
int a[N][N], b[N][N];
int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) a[i][j] = __VERIFIER_nondet_int();
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N - 1; j++) b[i][j] = a[i][j];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            if (a[i][j] != b[i][j]) reach_error();
}
