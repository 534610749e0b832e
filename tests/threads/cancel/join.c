// A thread that is cancelled while it joins another one leaves that to be joined.
// expect: TRUE
// flags: -DLOST
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_t last;
static sem_t go;
static void *wait_long(void *unused) {
    (void)unused;
    while (sem_wait(&go) != 0) {}
    return &go;
}
static void *join_it(void *unused) {
    (void)unused;
    pthread_join(last, NULL);
    return NULL;
}
int main(void) {
    pthread_t joiner;
    void *result;
    sem_init(&go, 0, 0);
    pthread_create(&last, NULL, wait_long, NULL);
    pthread_create(&joiner, NULL, join_it, NULL);
    pthread_cancel(joiner);
    pthread_join(joiner, &result);
#ifdef LOST
    assert(result == NULL); // BUG
#endif
    assert(result == PTHREAD_CANCELED);
    sem_post(&go);
    pthread_join(last, &result);
    assert(result == &go);
    return 0;
}
