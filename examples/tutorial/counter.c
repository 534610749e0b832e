// Two threads increment a counter without a lock.
#include <assert.h>
#include <pthread.h>

static int counter;

static void *increment(void *unused) {
    (void)unused;
    int seen = counter;
    counter = seen + 1;
    return NULL;
}

int main(void) {
    pthread_t other;
    pthread_create(&other, NULL, increment, NULL);
    increment(NULL);
    pthread_join(other, NULL);
    assert(counter == 2);
    return 0;
}
