// Nobody signals. That all threads wait is told, and what a thread does that wakes without a signal, too.
// flags: --all
// expect: FALSE(deadlock)
// stdout: spurious_deadlock.c:14
// stdout: spurious_deadlock.c:15
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

int main(void) {
    pthread_mutex_lock(&m);
    pthread_cond_wait(&c, &m); // BUG
    assert(0); // BUG
}
