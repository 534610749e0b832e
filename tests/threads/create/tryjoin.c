// A thread that has not ended is not joined.
// expect: FALSE(assert)
#define _GNU_SOURCE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static void *body(void *unused) { return unused; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    int error = pthread_tryjoin_np(t, 0);
    assert(error == 0 || error == EBUSY);
    assert(error == 0); // BUG
}
