// A function that writes may be a cancellation point, and need not be one.
// expect: TRUE
// flags: -DNEVER
// expect: FALSE(assert)
// flags: -DALWAYS
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
static int written;
static void *work(void *unused) {
    (void)unused;
    pthread_cancel(pthread_self());
    puts("a line");
    written = 1;
    pthread_testcancel();
    return NULL;
}
int main(void) {
    pthread_t worker;
    void *result;
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, &result);
    assert(result == PTHREAD_CANCELED);
#ifdef NEVER
    assert(written); // BUG
#elif defined ALWAYS
    assert(!written); // BUG
#endif
    return 0;
}
