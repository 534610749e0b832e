// pthread_exit in main waits for the others; then the exit handlers run.
// expect: FALSE(assert)
#include <stdlib.h>
#include <assert.h>
#include <pthread.h>

static int done;

static void handler(void) {
    assert(!done); // BUG
}

static void *body(void *unused) {
    done = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    atexit(handler);
    pthread_create(&t, 0, body, 0);
    pthread_exit(0);
}
