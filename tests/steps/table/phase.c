// Of the shape of LLVMVF's phase01: two threads go through phases without waiting for each other.
// flags: --encoding steps --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t x = PTHREAD_MUTEX_INITIALIZER, y = PTHREAD_MUTEX_INITIALIZER;
static int phase;

static void *worker(void *unused) {
    pthread_mutex_lock(&x);
    phase = 1;
    pthread_mutex_unlock(&x);
    pthread_mutex_lock(&y);
    phase = 2;
    pthread_mutex_unlock(&y);
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, worker, NULL);
    pthread_mutex_lock(&x);
    int before = phase;
    pthread_mutex_unlock(&x);
    pthread_mutex_lock(&y);
    assert(before == phase); // BUG
    pthread_mutex_unlock(&y);
    pthread_join(a, NULL);
    return 0;
}
