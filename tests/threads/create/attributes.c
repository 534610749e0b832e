// expect: TRUE
// flags: -m32
// expect: TRUE
#define _GNU_SOURCE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_attr_t a;
    int n;
    size_t size;
    assert(pthread_attr_init(&a) == 0);
    assert(pthread_attr_getdetachstate(&a, &n) == 0 && n == PTHREAD_CREATE_JOINABLE);
    assert(pthread_attr_setdetachstate(&a, 5) == EINVAL);
    assert(pthread_attr_setstacksize(&a, 1) == EINVAL && pthread_attr_setstacksize(&a, 1 << 20) == 0);
    assert(pthread_attr_getstacksize(&a, &size) == 0 && size == 1 << 20);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_SYSTEM) == 0);
    assert(pthread_attr_setscope(&a, PTHREAD_SCOPE_PROCESS) == ENOTSUP);
    assert(pthread_attr_setguardsize(&a, 0) == 0 && pthread_attr_getguardsize(&a, &size) == 0 && size == 0);
    assert(pthread_attr_setschedpolicy(&a, SCHED_RR) == 0 && pthread_attr_getschedpolicy(&a, &n) == 0);
    assert(n == SCHED_RR);
    struct sched_param p = {.sched_priority = 3};
    assert(pthread_attr_setschedparam(&a, &p) == 0);
    p.sched_priority = 0;
    assert(pthread_attr_getschedparam(&a, &p) == 0 && p.sched_priority == 3);
    assert(pthread_attr_setinheritsched(&a, PTHREAD_EXPLICIT_SCHED) == 0);
    assert(pthread_attr_getinheritsched(&a, &n) == 0 && n == PTHREAD_EXPLICIT_SCHED);
    assert(pthread_attr_destroy(&a) == 0);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &n) == 0 && n == PTHREAD_CANCEL_ENABLE);
    assert(pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &n) == 0 && n == PTHREAD_CANCEL_DISABLE);
    assert(pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &n) == 0 && n == PTHREAD_CANCEL_DEFERRED);
    pthread_testcancel();
    assert(pthread_atfork(0, 0, 0) == 0);
}
