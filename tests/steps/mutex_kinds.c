// Locks that are tried, and recursive ones.
// flags: --encoding steps --check assert
// expect: TRUE
// flags: --encoding steps --check assert -D TRIED
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *t(void *unused) {
    if (pthread_mutex_trylock(&m) == 0) {
        x++;
        x--;
        pthread_mutex_unlock(&m);
    } else {
#ifdef TRIED
        assert(0); // BUG
#endif
    }
    return unused;
}

int main(void) {
    pthread_t id;
    pthread_create(&id, NULL, t, NULL);
    pthread_mutex_lock(&m);
    assert(x == 0);
    pthread_mutex_unlock(&m);
    pthread_join(id, NULL);
    return 0;
}
