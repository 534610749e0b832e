// Of the shape of LLVMVF's carter01: reference counts that two threads keep under several locks.
// flags: --encoding steps --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, l = PTHREAD_MUTEX_INITIALIZER;
static int a, b, held;

static void take(int *count) {
    pthread_mutex_lock(&m);
    (*count)++;
    if (*count == 1) {
        pthread_mutex_lock(&l);
        held = 1;
    }
    pthread_mutex_unlock(&m);
}

static void give(int *count) {
    pthread_mutex_lock(&m);
    (*count)--;
    if (*count == 0) {
        held = 0;
        pthread_mutex_unlock(&l);
    }
    pthread_mutex_unlock(&m);
}

static void *first(void *unused) {
    take(&a);
    assert(b == 0 || a == 0); // BUG
    give(&a);
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&m);
    b++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
    return 0;
}
