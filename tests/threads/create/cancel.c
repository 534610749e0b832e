// expect: UNKNOWN(unsupported: external function pthread_cancel|unsupported)
#include <assert.h>
#include <pthread.h>

static void *body(void *unused) { return unused; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    pthread_cancel(t);
}
