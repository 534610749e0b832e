// The owner ends without unlocking.
// expect: FALSE(deadlock)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *body(void *unused) {
    pthread_mutex_lock(&m);
    return unused; // BUG
} // BUG

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    pthread_mutex_lock(&m); // BUG
}
