// Of the shape of LLVMVF's deadlock01: locks in two orders, and a counter tells that both are half-way.
// flags: --encoding steps --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static int half;

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static void enters(void) {
    __VERIFIER_atomic_begin();
    half++;
    assert(half < 2); // BUG
    __VERIFIER_atomic_end();
}

static void leaves(void) {
    __VERIFIER_atomic_begin();
    half--;
    __VERIFIER_atomic_end();
}

static void *first(void *unused) {
    pthread_mutex_lock(&a);
    enters();
    pthread_mutex_lock(&b);
    leaves();
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&b);
    enters();
    pthread_mutex_lock(&a);
    leaves();
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
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
