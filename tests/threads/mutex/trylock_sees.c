// A failed attempt tells that the other one is inside, before it does anything more.
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *body(void *unused) {
    pthread_mutex_lock(&m);
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, body, 0);
    sched_yield();
    pthread_mutex_unlock(&m);
    int error = pthread_mutex_trylock(&m);
    int seen = x;
    if (error == 0) pthread_mutex_unlock(&m);
    assert(error == 0 || seen == 1); // BUG
}
