// The result of a thread comes with the join; the id is its own.
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static void *twice(void *n) { return (char *)n + (long)n; }

int main(void) {
    pthread_t a, b;
    void *ra, *rb;
    assert(pthread_create(&a, 0, twice, (void *)2) == 0);
    assert(pthread_create(&b, 0, twice, (void *)3) == 0);
    assert(!pthread_equal(a, b) && !pthread_equal(a, pthread_self()));
    assert(pthread_join(a, &ra) == 0 && pthread_join(b, &rb) == 0);
    assert((long)ra == 4 && (long)rb == 6);
    return 0;
}
