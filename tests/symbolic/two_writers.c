// Threads that write what they were given under a lock.
// flags: --engine symbolic --visited equal
// expect: TRUE
// flags: --engine symbolic
// expect: TRUE
// flags: --engine symbolic -DNARROW
// expect: TRUE
// flags: --engine explicit -DNARROW
// expect: TRUE
#include <assert.h>
#include <pthread.h>

#ifdef NARROW
extern _Bool __VERIFIER_nondet_bool(void);
#define INPUT __VERIFIER_nondet_bool()
#else
extern int __VERIFIER_nondet_int(void);
#define INPUT __VERIFIER_nondet_int()
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *w(void *a) {
    for (;;) {
        int v = INPUT;
        pthread_mutex_lock(&m);
        x = v;
        y = v;
        pthread_mutex_unlock(&m);
    }
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, w, 0);
    pthread_create(&t, 0, w, 0);
    for (;;) {
        pthread_mutex_lock(&m);
        assert(x == y);
        pthread_mutex_unlock(&m);
    }
}
