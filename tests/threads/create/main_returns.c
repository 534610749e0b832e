// When main returns, the others end: what they do after that does not happen.
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static int begun;

static void *body(void *unused) {
    begun = 1;
    assert(begun == 2); // BUG
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    return 0;
}
