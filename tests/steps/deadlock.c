// Threads that wait for each other forever, all of them or some; a lock that is never given back.
// flags: --encoding steps --check deadlock -D CYCLE
// expect: FALSE(deadlock)
// flags: --encoding steps --check deadlock -D CYCLE -D ORDER
// expect: TRUE
// flags: --encoding steps --check deadlock -D CYCLE -D ORDER --steps instruction
// expect: TRUE
// flags: --encoding steps --check deadlock -D CYCLE -D ABORT
// expect: FALSE(deadlock)|UNKNOWN(unsupported)
// flags: --encoding steps --check deadlock -D TWICE
// expect: FALSE(deadlock)
// flags: --encoding steps --check deadlock -D KEPT
// expect: FALSE(deadlock)
// flags: --encoding steps -D CYCLE -D ORDER
// expect: TRUE
// flags: --encoding steps --check deadlock -D SIGNAL
// expect: UNKNOWN(unsupported)
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;

static void *t(void *unused) {
#if defined CYCLE && defined ORDER
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
#elif defined CYCLE
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
#endif
#ifdef CYCLE
    pthread_mutex_unlock(&a);
    pthread_mutex_unlock(&b);
#endif
#ifdef KEPT
    pthread_mutex_lock(&a);
#endif
#ifdef SIGNAL
    pthread_mutex_lock(&a);
    pthread_cond_wait(&c, &a);
    pthread_mutex_unlock(&a);
#endif
    return unused;
}

int main(void) {
    pthread_t s, r;
    pthread_create(&s, NULL, t, NULL);
#ifdef ABORT
    pthread_create(&r, NULL, t, NULL);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    abort();
#elif defined CYCLE
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b);
    pthread_mutex_unlock(&a);
#elif defined TWICE
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&a);
#elif defined KEPT
    pthread_create(&r, NULL, t, NULL);
    pthread_join(r, NULL);
#endif
    pthread_join(s, NULL);
    return 0;
}
