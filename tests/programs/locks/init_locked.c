// A mutex that is locked and initialised again: one with a static initialiser, and a local one.
// expect: FALSE(thread-misuse)
// flags: -DLOCAL
// expect: FALSE(thread-misuse)
#include <pthread.h>

#ifndef LOCAL
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
#endif

int main(void) {
#ifdef LOCAL
    pthread_mutex_t m;
    pthread_mutex_init(&m, 0);
#endif
    pthread_mutex_lock(&m);
    pthread_mutex_init(&m, 0); // BUG
}
