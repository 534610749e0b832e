// Atomic operations: one of two threads wins.
// flags: --encoding steps --check assert
// expect: TRUE
// flags: --encoding steps --check assert -D WRONG
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int owner, sum;

static void *t(void *given) {
    int expected = 0;
    if (atomic_compare_exchange_strong(&owner, &expected, (int)(long)given)) {
        atomic_fetch_add(&sum, 1);
#ifdef WRONG
        assert(owner == 1); // BUG
#else
        assert(owner == (int)(long)given);
#endif
    }
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, t, (void *)1);
    pthread_create(&b, NULL, t, (void *)2);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(sum == 1);
    return 0;
}
