// A thread that is cancelled where it waits for a signal takes its mutex again before its handler runs.
// expect: TRUE
// flags: -DKEEPS
// expect: FALSE(deadlock)
// flags: -DFREE
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;
static void give_back(void *unused) {
    (void)unused;
    int error = pthread_mutex_trylock(&mutex);
#ifdef FREE
    assert(error == 0); // BUG
#else
    assert(error != 0);
#endif
#ifndef KEEPS
    pthread_mutex_unlock(&mutex);
#endif
}
static void *work(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(give_back, NULL);
    while (!ready) pthread_cond_wait(&changed, &mutex);
    pthread_cleanup_pop(0);
    pthread_mutex_unlock(&mutex);
    return NULL;
}
int main(void) {
    pthread_t worker;
    void *result;
    pthread_create(&worker, NULL, work, NULL);
    pthread_cancel(worker);
    pthread_join(worker, &result);
    assert(result == PTHREAD_CANCELED);
    pthread_mutex_lock(&mutex); // BUG
    pthread_mutex_unlock(&mutex);
    return 0;
}
