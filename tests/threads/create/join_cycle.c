// Two threads join each other.
// expect: FALSE(deadlock)
#include <assert.h>
#include <pthread.h>

static pthread_t main_thread;

static void *body(void *unused) {
    pthread_join(main_thread, 0); // BUG
    return unused;
}

int main(void) {
    pthread_t t;
    main_thread = pthread_self();
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0); // BUG
}
