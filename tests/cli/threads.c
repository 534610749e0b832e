#include <assert.h>
#include <pthread.h>
static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *amount) {
    int old = shared;
    pthread_mutex_lock(&lock);
    shared = old + *(int *)amount;
    pthread_mutex_unlock(&lock);
    return NULL;
}
int main(void) {
    int one = 1, two = 2;
    pthread_t t;
    pthread_create(&t, NULL, add, &two);
    add(&one);
    pthread_join(t, NULL);
    assert(shared == 3);
    return 0;
}
