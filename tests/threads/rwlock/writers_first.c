// A second read lock waits for the writer, which waits for the first one; not so by default.
// flags: -DKIND=PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP
// expect: FALSE(deadlock)
// flags: -DKIND=PTHREAD_RWLOCK_DEFAULT_NP
// expect: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l;

static void *writer(void *unused) {
    pthread_rwlock_wrlock(&l); // BUG
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_rwlockattr_t a;
    int n;
    pthread_rwlockattr_init(&a);
    assert(pthread_rwlockattr_setkind_np(&a, KIND) == 0);
    assert(pthread_rwlockattr_getkind_np(&a, &n) == 0 && n == KIND);
    assert(pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_SHARED) == 0);
    assert(pthread_rwlockattr_getpshared(&a, &n) == 0 && n == PTHREAD_PROCESS_SHARED);
    pthread_rwlock_init(&l, &a);
    pthread_rwlockattr_destroy(&a);
    pthread_create(&t, 0, writer, 0);
    pthread_rwlock_rdlock(&l);
    pthread_rwlock_rdlock(&l); // BUG
    pthread_rwlock_unlock(&l);
    pthread_rwlock_unlock(&l);
    pthread_join(t, 0);
}
