// A barrier can be used again.
// expect: TRUE
// reduce: full
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int x;

static void *body(void *unused) {
    x = 1;
    pthread_barrier_wait(&b);
    pthread_barrier_wait(&b);
    assert(x == 2);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, body, 0);
    pthread_barrier_wait(&b);
    x = 2;
    pthread_barrier_wait(&b);
    pthread_join(t, 0);
}
