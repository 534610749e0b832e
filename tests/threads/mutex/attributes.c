// expect: TRUE
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t a;
    int n;
    pthread_mutexattr_init(&a);
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_RECURSIVE) == 0);
    assert(pthread_mutexattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_INHERIT) == 0);
    assert(pthread_mutexattr_gettype(&a, &n) == 0 && n == PTHREAD_MUTEX_RECURSIVE);
    assert(pthread_mutexattr_getpshared(&a, &n) == 0 && n == PTHREAD_PROCESS_SHARED);
    assert(pthread_mutexattr_getprotocol(&a, &n) == 0 && n == PTHREAD_PRIO_INHERIT);
    assert(pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_STALLED) == 0);
    assert(pthread_mutexattr_getrobust(&a, &n) == 0 && n == PTHREAD_MUTEX_STALLED);
    pthread_mutex_t m;
    pthread_mutex_init(&m, &a);
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == 0);
}
