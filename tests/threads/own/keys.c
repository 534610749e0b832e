// Each thread has a value of its own; the destructor gets it at the end.
// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_key_t key, other;
static int destroyed;

static void destroy(void *value) {
    assert(pthread_getspecific(key) == 0);
    destroyed += *(int *)value;
}

static void *body(void *value) {
    assert(pthread_getspecific(key) == 0);
    assert(pthread_setspecific(key, value) == 0 && pthread_setspecific(other, value) == 0);
    assert(pthread_getspecific(key) == value);
    return 0;
}

int main(void) {
    pthread_t t;
    int one = 1, two = 2;
    assert(pthread_key_create(&key, destroy) == 0 && pthread_key_create(&other, 0) == 0 && key != other);
    pthread_setspecific(key, &one);
    pthread_create(&t, 0, body, &two);
    pthread_join(t, 0);
    assert(pthread_getspecific(key) == &one);
    assert(destroyed == 2);
    assert(pthread_key_delete(key) == 0);
    assert(pthread_key_create(&key, 0) == 0 && pthread_getspecific(key) == 0);
}
