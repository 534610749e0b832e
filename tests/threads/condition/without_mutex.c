// The mutex must be held.
// expect: FALSE(thread-misuse)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_cond_wait(&c, &m); // BUG
}
