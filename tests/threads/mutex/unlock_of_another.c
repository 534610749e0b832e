// expect: FALSE(thread-misuse)
// flags: --check assert
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *unused) {
    assert(pthread_mutex_unlock(&m) == 0); // BUG
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutex_lock(&m);
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_trylock(&m) == 0);
}
