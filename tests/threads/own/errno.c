// Each thread has an errno.
// expect: TRUE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

static void *body(void *unused) {
    assert(errno == 0);
    errno = 5;
    return unused;
}

int main(void) {
    pthread_t t;
    errno = 7;
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    assert(errno == 7);
}
