// A writer waits for those who read. What the first thread holds before there are others counts, too.
// flags:
// expect: FALSE(deadlock)
// flags: -D BEFORE
// expect: FALSE(deadlock)
// flags: -D GIVEN_BACK
// expect: TRUE
// flags: -D GIVEN_BACK -D BEFORE
// expect: TRUE
// flags: -D TWICE
// expect: FALSE(deadlock)
// flags: -D BEFORE -D SOMETIMES
// expect: FALSE(deadlock)
// flags: -D BEFORE -D SOMETIMES -D GIVEN_BACK
// expect: TRUE
#include <pthread.h>

static pthread_rwlock_t data = PTHREAD_RWLOCK_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

_Bool nondet_bool(void);

static void *nothing(void *unused) { return unused; }

static void *writer(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_rwlock_wrlock(&data); // BUG
    pthread_rwlock_unlock(&data);
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void) {
    pthread_t thread;
#ifdef BEFORE
    pthread_rwlock_rdlock(&data);
#endif
#ifdef SOMETIMES
    // Beside another thread the lock is not held.
    if (nondet_bool()) {
        pthread_t more;
        pthread_rwlock_unlock(&data);
        pthread_create(&more, 0, nothing, 0);
        pthread_join(more, 0);
        return 0;
    }
    if (nondet_bool()) {
        pthread_t more;
        pthread_rwlock_unlock(&data);
        pthread_rwlock_rdlock(&data);
        pthread_create(&more, 0, nothing, 0);
    }
#endif
    pthread_create(&thread, 0, writer, 0);
#ifndef BEFORE
    pthread_rwlock_rdlock(&data);
#endif
#ifdef TWICE
    pthread_rwlock_rdlock(&data);
    pthread_rwlock_unlock(&data);
#endif
#ifdef GIVEN_BACK
    pthread_rwlock_unlock(&data);
#endif
    pthread_mutex_lock(&lock); // BUG
    pthread_mutex_unlock(&lock);
#ifndef GIVEN_BACK
    pthread_rwlock_unlock(&data);
#endif
    pthread_join(thread, 0); // BUG
    return 0;
}
