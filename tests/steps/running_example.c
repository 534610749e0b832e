// The running example of LLVMVF's paper: one thread must come first for the other to fail.
// flags: --encoding steps --check assert
// expect: FALSE(assert)
// flags: --encoding steps --check assert --steps instruction
// expect: FALSE(assert)
// flags: --encoding steps --check assert -D RIGHT
// expect: TRUE
#include <assert.h>
#include <pthread.h>

int nondet_int(void);
static int a[10], i, j = 1, x = 2;

static void *tx(void *arg) {
    if (x > 2) {
        assert(0 <= i && i < 10); // BUG
        a[i] = *(int *)arg;
    }
    return NULL;
}

static void *ty(void *arg) {
    if (x > 3)
        a[j] = *(int *)arg;
    else
        x = 3;
    return NULL;
}

int main(void) {
    int arg1 = 10, arg2 = 15;
    pthread_t id1, id2;
    i = nondet_int();
#ifdef RIGHT
    if (i < 0 || i > 9) return 0;
#endif
    pthread_create(&id1, NULL, tx, &arg1);
    pthread_create(&id2, NULL, ty, &arg2);
    pthread_join(id1, NULL);
    pthread_join(id2, NULL);
    return 0;
}
