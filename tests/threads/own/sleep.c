// Sleeping lets others run; it orders nothing.
// expect: FALSE(assert)
#define _DEFAULT_SOURCE
#include <sched.h>
#include <time.h>
#include <unistd.h>
#include <assert.h>
#include <pthread.h>

static int done;

static void *body(void *unused) {
    done = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    struct timespec length = {.tv_nsec = 1};
    pthread_create(&t, 0, body, 0);
    assert(usleep(1) == 0 && nanosleep(&length, 0) == 0 && sleep(1) == 0 && sched_yield() == 0);
    assert(done); // BUG
}
