// Threads that are joined or detached leave nothing: the loop has few states.
// expect: TRUE
// reduce: full
#include <assert.h>
#include <pthread.h>

static int x;

static void *body(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    for (;;) {
        pthread_t t;
        pthread_create(&t, 0, body, 0);
        pthread_join(t, 0);
        assert(x == 1);
        x = 0;
    }
}
