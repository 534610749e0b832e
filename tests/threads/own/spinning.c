// A loop that sleeps until another thread has done something ends.
// expect: TRUE
#define _DEFAULT_SOURCE
#include <unistd.h>
#include <assert.h>
#include <pthread.h>

static volatile int done;

static void *body(void *unused) {
    done = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    while (!done) usleep(100);
    pthread_join(t, 0);
    assert(done);
}
