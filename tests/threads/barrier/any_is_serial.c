// Which thread is told from the others is open.
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t b;
static int last;

static void *body(void *number) {
    __atomic_store_n(&last, (int)(long)number, __ATOMIC_SEQ_CST);
    int result = pthread_barrier_wait(&b);
    assert(result == 0 || last == (int)(long)number); // BUG
    return 0;
}

int main(void) {
    pthread_t t;
    pthread_barrier_init(&b, 0, 2);
    pthread_create(&t, 0, body, (void *)1);
    body((void *)2);
    pthread_join(t, 0);
}
