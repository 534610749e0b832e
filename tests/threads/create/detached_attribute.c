// expect: FALSE(thread-misuse)
#include <assert.h>
#include <pthread.h>

static void *body(void *unused) { return unused; }

int main(void) {
    pthread_t t;
    pthread_attr_t a;
    pthread_attr_init(&a);
    pthread_attr_setdetachstate(&a, PTHREAD_CREATE_DETACHED);
    pthread_create(&t, &a, body, 0);
    pthread_attr_destroy(&a);
    pthread_join(t, 0); // BUG
}
