// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int a, b;

static void *writer(void *unused) {
    assert(pthread_rwlock_wrlock(&l) == 0);
    a = 1;
    b = 1;
    assert(pthread_rwlock_unlock(&l) == 0);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    assert(pthread_rwlock_rdlock(&l) == 0);
    assert(a == b);
    pthread_rwlock_unlock(&l);
    pthread_join(t, 0);
    assert(pthread_rwlock_destroy(&l) == 0);
}
