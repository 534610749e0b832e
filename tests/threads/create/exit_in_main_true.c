// expect: TRUE
#include <stdlib.h>
#include <assert.h>
#include <pthread.h>

static int done;

static void handler(void) { assert(done == 2); }

static void *body(void *unused) {
    done++;
    return unused;
}

int main(void) {
    pthread_t t;
    atexit(handler);
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    pthread_create(&t, 0, body, 0);
    pthread_exit(0);
}
