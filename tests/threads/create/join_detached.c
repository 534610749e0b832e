// expect: FALSE(thread-misuse)
#include <assert.h>
#include <pthread.h>

static void *body(void *unused) { return unused; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    assert(pthread_detach(t) == 0);
    pthread_join(t, 0); // BUG
}
