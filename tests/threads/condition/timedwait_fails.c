// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    struct timespec until = {.tv_sec = 1};
    pthread_mutex_lock(&m);
    assert(pthread_cond_timedwait(&c, &m, &until) == 0); // BUG
}
