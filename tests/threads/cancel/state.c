// A thread that has switched cancellation off goes on; the request waits until it is on again.
// expect: TRUE
// flags: -DON
// expect: FALSE(assert)
// flags: -DNEVER
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t begun, asked;
static int done, later;
static void *work(void *unused) {
    (void)unused;
    int old, type;
    int error = pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
    assert(error == 0 && old == PTHREAD_CANCEL_ENABLE);
    error = pthread_setcanceltype(PTHREAD_CANCEL_DEFERRED, &type);
    assert(error == 0 && type == PTHREAD_CANCEL_DEFERRED);
    sem_post(&begun);
#ifdef ON
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
#endif
    while (sem_wait(&asked) != 0) {}
    pthread_testcancel();
    done = 1;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &old);
#ifndef NEVER
    pthread_testcancel();
#endif
    later = 1;
    return NULL;
}
int main(void) {
    pthread_t worker;
    void *result;
    sem_init(&begun, 0, 0);
    sem_init(&asked, 0, 0);
    pthread_create(&worker, NULL, work, NULL);
    while (sem_wait(&begun) != 0) {}
    pthread_cancel(worker);
    sem_post(&asked);
    pthread_join(worker, &result);
    assert(done == 1); // BUG
    assert(later == 0 && result == PTHREAD_CANCELED); // BUG
    return 0;
}
