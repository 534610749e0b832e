// An id that no thread has, or that of one which is gone.
// flags: -DPART=1
// expect: FALSE(thread-misuse)
// flags: -DPART=2
// expect: FALSE(thread-misuse)
// flags: -DPART=3 --check assert
// expect: TRUE
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static void *body(void *unused) { return unused; }

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    if (PART == 1) pthread_join((pthread_t)10, 0); // BUG
    if (PART == 2) pthread_detach(t); // BUG
    assert(pthread_detach((pthread_t)10) == ESRCH && pthread_join(t, 0) == ESRCH);
}
