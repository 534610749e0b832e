// thrd_exit runs the handlers that are pushed, as pthread_exit does.
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <threads.h>

static int cleaned;

static void clean(void *by) { cleaned = cleaned * 10 + (int)(long)by; }

static int body(void *unused) {
    pthread_cleanup_push(clean, (void *)2);
    pthread_cleanup_push(clean, (void *)1);
    thrd_exit(3);
    pthread_cleanup_pop(1);
    pthread_cleanup_pop(1);
    return 0;
}

int main(void) {
    thrd_t t;
    int result;
    thrd_create(&t, body, 0);
    thrd_join(t, &result);
    assert(cleaned == 12 && result == 3);
    return 0;
}
