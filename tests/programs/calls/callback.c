// expect: TRUE
#include <assert.h>
struct counter { int calls, sum; };
static void each(const int *v, int n, void (*f)(int, void *), void *ctx) {
    for (int i = 0; i < n; i++)
        f(v[i], ctx);
}
static void tally(int v, void *ctx) {
    struct counter *c = ctx;
    c->calls++;
    c->sum += v;
}
int main(void) {
    int v[] = {3, 1, 4, 1, 5};
    struct counter c = {0, 0};
    each(v, 5, tally, &c);
    assert(c.calls == 5 && c.sum == 14);
    return 0;
}
