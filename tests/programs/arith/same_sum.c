// Sums of many values in two orders are equal, without a search.
// flags: -m32 --check assert
// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
#define N 3000
static int sum(int x[N]) {
    long long result = 0;
    for (int i = 0; i < N; i++) result = result + i + x[i];
    return result;
}
int main(void) {
    int x[N];
    for (int i = 0; i < N; i++) x[i] = __VERIFIER_nondet_int();
    int first = sum(x), t = x[0];
    for (int i = 0; i < N - 1; i++) x[i] = x[i + 1];
    x[N - 1] = t;
    int second = sum(x);
    t = x[0], x[0] = x[1], x[1] = t;
    assert(first == second && second == sum(x));
    return 0;
}
