// expect: TRUE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t l;
static int counter;

static void *increment(void *unused) {
    assert(pthread_spin_lock(&l) == 0);
    counter++;
    assert(pthread_spin_unlock(&l) == 0);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&a, 0, increment, 0);
    increment(0);
    pthread_join(a, 0);
    assert(counter == 2);
    assert(pthread_spin_trylock(&l) == 0 && pthread_spin_trylock(&l) == EBUSY);
    pthread_spin_unlock(&l);
    pthread_spin_destroy(&l);
}
