// A thread that may be cancelled at any moment ends where it cancels itself; at any moment of another one is not followed.
// expect: TRUE
// flags: -DPENDING
// expect: TRUE
// flags: -DOTHER
// expect: UNKNOWN(unsupported: asynchronous cancellation)
#include <assert.h>
#include <pthread.h>
static int after;
static void *work(void *unused) {
    (void)unused;
    int old;
#ifdef PENDING
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
    pthread_cancel(pthread_self());
    pthread_testcancel();
    after = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
#else
    pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &old);
#ifndef OTHER
    pthread_cancel(pthread_self());
#endif
#endif
    after = 2;
    return NULL;
}
int main(void) {
    pthread_t worker;
    void *result;
    pthread_create(&worker, NULL, work, NULL);
#ifdef OTHER
    pthread_cancel(worker);
#endif
    pthread_join(worker, &result);
#ifndef OTHER
    assert(result == PTHREAD_CANCELED);
#ifdef PENDING
    assert(after == 1);
#else
    assert(after == 0);
#endif
#endif
    return 0;
}
