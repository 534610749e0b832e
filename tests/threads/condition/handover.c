// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, value;

static void *producer(void *unused) {
    pthread_mutex_lock(&m);
    value = 42;
    ready = 1;
    pthread_cond_signal(&c);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, producer, 0);
    pthread_mutex_lock(&m);
    while (!ready) assert(pthread_cond_wait(&c, &m) == 0);
    assert(value == 42);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    assert(pthread_cond_destroy(&c) == 0);
}
