// What is pushed runs at the pop; a thread that ends between them is not followed.
// expect: TRUE
// flags: -DENDS
// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <pthread.h>

static int cleaned;

static void clean(void *by) { cleaned += (int)(long)by; }

static void *body(void *unused) {
    pthread_cleanup_push(clean, (void *)5);
#ifdef ENDS
    pthread_exit(0);
#endif
    pthread_cleanup_pop(1);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    assert(cleaned == 5);
}
