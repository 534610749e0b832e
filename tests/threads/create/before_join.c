// Without the join the thread need not have run.
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static int done;

static void *body(void *unused) {
    done = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    assert(done); // BUG
}
