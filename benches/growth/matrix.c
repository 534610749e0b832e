// For N by N matrices of small inputs, (A + B) C = A C + B C. Broken: one element of C is left out on one side.
// bound: N + 1
#include "growth.h"

static void product(unsigned r[N][N], unsigned a[N][N], unsigned b[N][N]) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            r[i][j] = 0;
            for (int k = 0; k < N; k++)
                r[i][j] += a[i][k] * b[k][j];
        }
}

int main(void) {
    unsigned a[N][N], b[N][N], c[N][N], sum[N][N], left[N][N], x[N][N], y[N][N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            a[i][j] = __VERIFIER_nondet_uchar();
            b[i][j] = __VERIFIER_nondet_uchar() & 15;
            c[i][j] = __VERIFIER_nondet_uchar() & 3;
            sum[i][j] = a[i][j] + b[i][j];
        }
    product(left, sum, c);
    product(x, a, c);
    if (WRONG)
        c[N - 1][N - 1] = 0;
    product(y, b, c);
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            assert(left[i][j] == x[i][j] + y[i][j]);
}
