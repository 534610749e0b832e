// A destructor that sets the value again is called four times at most.
// expect: TRUE
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t key;
static int times;

static void destroy(void *value) {
    times++;
    pthread_setspecific(key, value);
}

static void *body(void *unused) {
    pthread_setspecific(key, &key);
    pthread_exit(unused);
}

int main(void) {
    pthread_t t;
    pthread_key_create(&key, destroy);
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    assert(times == PTHREAD_DESTRUCTOR_ITERATIONS);
}
