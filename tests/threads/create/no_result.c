// A function that ends without a value is no error where nobody looks at it.
// expect: TRUE
// flags: -DLOOKS
// expect: UNKNOWN(unsupported: a value that was never set)
#include <assert.h>
#include <pthread.h>

static void *body(void *unused) { (void)unused; }

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, body, 0);
    pthread_join(t, &result);
#ifdef LOOKS
    assert(result == 0);
#endif
}
