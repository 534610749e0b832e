// Loads are not passed over: the first may miss what the second sees.
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static int x, y;

static void *body(void *unused) {
    x = 1;
    y = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    int a = x, b = y;
    assert(!(a == 0 && b == 1)); // BUG
    pthread_join(t, 0);
}
