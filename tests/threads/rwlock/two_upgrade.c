// Two readers that want to write, and a third thread that goes on.
// expect: FALSE(deadlock)
// reduce: full tau-plus
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER, k = PTHREAD_RWLOCK_INITIALIZER;
static int x;

static void *one(void *unused) {
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_wrlock(&k); // BUG
    pthread_rwlock_unlock(&k);
    pthread_rwlock_unlock(&l);
    return unused;
}

static void *two(void *unused) {
    pthread_rwlock_rdlock(&k);
    pthread_rwlock_wrlock(&l); // BUG
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&k);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    for (;;) x = !x;
}
