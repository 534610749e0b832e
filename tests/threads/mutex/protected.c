// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment(void *unused) {
    assert(pthread_mutex_lock(&m) == 0);
    counter++;
    assert(pthread_mutex_unlock(&m) == 0);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, increment, 0);
    pthread_create(&b, 0, increment, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    assert(pthread_mutex_destroy(&m) == 0);
}
