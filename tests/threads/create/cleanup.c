// What is pushed runs at the pop, or when the thread ends between them, the last one first; then the destructors of its values.
// expect: TRUE
// flags: -DENDS
// expect: TRUE
// flags: -DENDS -DTWICE
// expect: FALSE(assert)
// flags: -DKEPT
// expect: FALSE(assert)
// flags: -fexceptions
// expect: TRUE
// flags: -fexceptions -DENDS
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static int cleaned;
static pthread_key_t key;

static void clean(void *by) {
    cleaned = cleaned * 10 + (int)(long)by;
}

static void end(void) {
    pthread_cleanup_push(clean, (void *)5);
#ifdef ENDS
    pthread_exit(0);
#endif
#ifdef KEPT
    pthread_cleanup_pop(0);
#else
    pthread_cleanup_pop(1);
#endif
}

static void *body(void *unused) {
    pthread_setspecific(key, (void *)9);
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
    pthread_key_create(&key, clean);
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    assert(cleaned == 579); // BUG
}
