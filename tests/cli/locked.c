#include <assert.h>
#include <pthread.h>
static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *own) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
    return own;
}
int main(void) {
#ifndef ALONE
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
#endif
    add(NULL);
#ifndef ALONE
    pthread_join(t, NULL);
    assert(shared == 2);
#endif
    return 0;
}
