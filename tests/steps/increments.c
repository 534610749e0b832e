// Two threads increment a variable without a lock; with one, none is lost.
// flags: --encoding steps --check assert
// expect: FALSE(assert)
// flags: --encoding steps --check assert --steps instruction
// expect: FALSE(assert)
// flags: --encoding steps --check assert -D LOCKED
// expect: TRUE
// flags: --encoding steps --check assert -D ATOMIC
// expect: TRUE
// flags: --encoding steps --check assert -D SECTION
// expect: TRUE
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

#ifdef ATOMIC
static _Atomic int count;
#else
static int count;
#endif
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused) {
    (void)unused;
#ifdef LOCKED
    pthread_mutex_lock(&m);
#endif
#ifdef SECTION
    __VERIFIER_atomic_begin();
#endif
    count++;
#ifdef SECTION
    __VERIFIER_atomic_end();
#endif
#ifdef LOCKED
    pthread_mutex_unlock(&m);
#endif
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(count == 2); // BUG
    return 0;
}
