// expect: FALSE(deadlock)
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;

static void *body(void *unused) {
    pthread_barrier_wait(&b); // BUG
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 3);
    pthread_create(&t, 0, body, 0);
    pthread_barrier_wait(&b); // BUG
}
