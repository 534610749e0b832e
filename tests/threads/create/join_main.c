// A thread joins main, which ends alone.
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;

static void *body(void *unused) {
    void *result;
    pthread_join(main_thread, &result);
    assert((long)result == 9);
    return unused;
}

int main(void) {
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, 0, body, 0);
    pthread_exit((void *)9);
}
