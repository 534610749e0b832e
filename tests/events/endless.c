// Threads without an end, and any number of them: what they share is proven to keep an invariant.
// flags: --engine bmc --check assert
// expect: TRUE
// flags: --engine bmc --check assert -D TORN
// expect: FALSE(assert)
// flags: --engine bmc --check assert -D ATOMIC
// expect: TRUE
// flags: --engine bmc --check assert,memory,overflow -D FIELDS
// expect: TRUE
// flags: --engine bmc --check assert -D FIELDS -D UNLOCKED
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

int nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

#ifdef ATOMIC
static int level;
static void *change(void *unused) {
    while (nondet_int()) {
        __VERIFIER_atomic_begin();
        if (level < 10) level++;
        __VERIFIER_atomic_end();
    }
    return unused;
}
static void *look(void *unused) {
    while (nondet_int()) {
        int now = level;
        assert(0 <= now && now <= 10);
    }
    return unused;
}
#elif defined FIELDS
static struct { int busy, free; } pool = {0, 8};
static void *change(void *unused) {
    for (;;) {
        pthread_mutex_lock(&lock);
        if (nondet_int() && pool.free > 0) {
            pool.free--;
            pool.busy++;
        } else if (pool.busy > 0) {
            pool.busy--;
            pool.free++;
        }
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
static void *look(void *unused) {
    for (;;) {
#ifndef UNLOCKED
        pthread_mutex_lock(&lock);
#endif
        assert(pool.busy + pool.free == 8); // BUG
#ifndef UNLOCKED
        pthread_mutex_unlock(&lock);
#endif
    }
    return unused;
}
#else
static unsigned first, second;
static void *change(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock);
        first++;
#ifdef TORN
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
#endif
        second++;
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
static void *look(void *unused) {
    while (1) {
        pthread_mutex_lock(&lock);
        assert(first == second); // BUG
        pthread_mutex_unlock(&lock);
    }
    return unused;
}
#endif

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, look, NULL);
    while (nondet_int()) pthread_create(&thread, NULL, change, NULL);
    return 0;
}
