// expect: TRUE
// flags: -m32
// expect: TRUE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *body(void *unused) {
    assert(pthread_mutex_unlock(&m) == EPERM);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_mutexattr_t a;
    int type;
    pthread_mutexattr_init(&a);
    assert(pthread_mutexattr_settype(&a, 77) == EINVAL);
    assert(pthread_mutexattr_settype(&a, PTHREAD_MUTEX_ERRORCHECK) == 0);
    assert(pthread_mutexattr_gettype(&a, &type) == 0 && type == PTHREAD_MUTEX_ERRORCHECK);
    pthread_mutex_init(&m, &a);
    pthread_mutexattr_destroy(&a);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_lock(&m) == 0 && pthread_mutex_lock(&m) == EDEADLK);
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    assert(pthread_mutex_unlock(&m) == 0);
}
