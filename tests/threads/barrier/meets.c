// expect: TRUE
// reduce: full tau-plus tau
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int before, serial;

static void *body(void *unused) {
    __atomic_fetch_add(&before, 1, __ATOMIC_SEQ_CST);
    int result = pthread_barrier_wait(&b);
    assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(before == 2);
    if (result != 0) serial++;
    return unused;
}

int main(void) {
    pthread_t t;
    assert(pthread_barrier_init(&b, 0, 2) == 0);
    pthread_create(&t, 0, body, 0);
    body(0);
    pthread_join(t, 0);
    assert(serial == 1);
    assert(pthread_barrier_destroy(&b) == 0);
}
