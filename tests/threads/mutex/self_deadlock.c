// expect: FALSE(deadlock)
// flags: --check assert
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m); // BUG
    assert(0);
}
