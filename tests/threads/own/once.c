// expect: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int times;

static void initialise(void) { times++; }

static void *body(void *unused) {
    assert(pthread_once(&once, initialise) == 0);
    assert(times == 1);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    body(0);
    pthread_join(t, 0);
}
