// Every violated check is listed, once.
// flags: --all
// expect: FALSE(assert)
// stdout: every.c:24
// stdout: every.c:25
// stdout: every.c:36
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *first(void *argument) {
    x = 1;
    y = 1;
    return argument;
}

static void *second(void *argument) {
    int a = y;
    int b = x;
    /* What happens in no run is not listed. */
    assert(!(a == 1 && b == 0));
    assert(a == 0); // BUG
    assert(b == 1); // BUG
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    int seen = x + y;
    assert(seen != 2); // BUG
    return 0;
}
