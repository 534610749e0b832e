// What is pushed runs at the pop; when the thread ends between them, glibc's macros jump.
// expect: TRUE
// flags: -DENDS
// expect: UNKNOWN(unsupported)
// flags: -DENDS -DTWICE
// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <pthread.h>

static int cleaned;

static void clean(void *by) { cleaned = cleaned * 10 + (int)(long)by; }

static void end(void) {
    pthread_cleanup_push(clean, (void *)5);
#ifdef ENDS
    pthread_exit(0);
#endif
    pthread_cleanup_pop(1);
}

static void *body(void *unused) {
    pthread_cleanup_push(clean, (void *)7);
#ifdef TWICE
    clean((void *)1);
#endif
    end();
    pthread_cleanup_pop(1);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    assert(cleaned == 57);
}
