// Pointers that are read from shared memory, and arrays at places that are not constant.
// flags: --encoding steps --check assert,memory
// expect: FALSE(assert)
// flags: --encoding steps --check assert,memory -D RIGHT
// expect: TRUE
// flags: --encoding steps --check memory -D OUTSIDE
// expect: FALSE
#include <assert.h>
#include <pthread.h>

unsigned nondet_unsigned(void);
static int a[6], b[2], *p = a;

static void *t(void *unused) {
    p = b;
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, NULL, t, NULL);
    unsigned i = nondet_unsigned() % 3;
#ifdef OUTSIDE
    p[i] = 1; // BUG
#else
    int *q = p;
    if (q == a || i < 2) q[i] = 7;
    pthread_join(id, NULL);
#ifdef RIGHT
    assert(a[0] + a[1] + a[2] + b[0] + b[1] <= 7);
#else
    assert(a[2] == 0); // BUG
#endif
#endif
    return 0;
}
