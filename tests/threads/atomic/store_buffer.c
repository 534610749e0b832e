// Sequential consistency: one of both is seen.
// expect: TRUE
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>

static int x, y, a, b;

static void *body(void *unused) {
    x = 1;
    atomic_thread_fence(memory_order_seq_cst);
    a = y;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    y = 1;
    atomic_thread_fence(memory_order_seq_cst);
    b = x;
    pthread_join(t, 0);
    assert(a == 1 || b == 1);
}
