// Two readers can be inside at once.
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int inside;

static void *reader(void *unused) {
    pthread_rwlock_rdlock(&l);
    inside++;
    assert(inside == 1); // BUG
    inside--;
    pthread_rwlock_unlock(&l);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    reader(0);
    pthread_join(t, 0);
}
