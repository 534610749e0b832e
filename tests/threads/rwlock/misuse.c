// flags: -DPART=1
// expect: FALSE(thread-misuse)
// flags: -DPART=2
// expect: FALSE(thread-misuse)
// flags: -DPART=3
// expect: FALSE(thread-misuse)
// flags: -DPART=4
// expect: FALSE(thread-misuse)
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

static void *body(void *unused) {
    if (PART == 4) pthread_rwlock_unlock(&l); // BUG
    return unused;
}

int main(void) {
    pthread_t t;
    if (PART == 1) pthread_rwlock_unlock(&l); // BUG
    pthread_rwlock_rdlock(&l);
    if (PART == 2) pthread_rwlock_destroy(&l); // BUG
    if (PART == 3) pthread_rwlock_init(&l, 0); // BUG
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
}
