// A request is followed at cancellation points alone, and the handlers that are pushed run, the last one first.
// expect: TRUE
// flags: -DUNPROTECTED
// expect: FALSE(assert)
// flags: -DORDER
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
static int pairs, parts, order;
static void first(void *unused) {
    (void)unused;
#ifdef ORDER
    assert(order == 0); // BUG
#else
    assert(order == 1);
#endif
    order = 2;
}
static void second(void *unused) {
    (void)unused;
    order = 1;
    // Nothing ends it again.
    pthread_testcancel();
}
static void *work(void *unused) {
    (void)unused;
    pthread_cleanup_push(first, NULL);
    pthread_cleanup_push(second, NULL);
    parts++;
#ifdef UNPROTECTED
    pthread_testcancel();
#endif
    pairs++;
    pthread_testcancel();
    pthread_cleanup_pop(0);
    pthread_cleanup_pop(0);
    return &pairs;
}
int main(void) {
    pthread_t worker;
    void *result;
    pthread_create(&worker, NULL, work, NULL);
    int error = pthread_cancel(worker);
    assert(error == 0);
    pthread_join(worker, &result);
    if (result == PTHREAD_CANCELED) {
        assert(order == 2);
#ifdef UNPROTECTED
        assert(parts == pairs); // BUG
#else
        assert(parts == pairs);
#endif
    } else
        assert(result == &pairs && order == 0);
    return 0;
}
