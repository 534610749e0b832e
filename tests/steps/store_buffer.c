// Sequential consistency: both threads cannot read the old values.
// flags: --encoding steps --check assert
// expect: TRUE
// flags: --encoding steps --check assert -D SEEN
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static int x, y, r1, r2;

static void *first(void *unused) {
    x = 1;
    r1 = y;
    return unused;
}

static void *second(void *unused) {
    y = 1;
    r2 = x;
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
#ifdef SEEN
    assert(r1 != 1 || r2 != 1); // BUG
#else
    assert(r1 == 1 || r2 == 1);
#endif
    return 0;
}
