// The same without the lock, and one value that matters.
// flags: --engine symbolic
// expect: FALSE(assert)
// flags: --engine symbolic -DNARROW
// expect: FALSE(assert)
// flags: --engine explicit -DNARROW
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

#ifdef NARROW
extern unsigned char __VERIFIER_nondet_uchar(void);
#define INPUT (__VERIFIER_nondet_uchar() & 7)
#define SOME 5
#else
extern int __VERIFIER_nondet_int(void);
#define INPUT __VERIFIER_nondet_int()
#define SOME 1234567
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *w(void *a) {
    for (;;) {
        int v = INPUT;
        x = v;
        y = v;
    }
}
int main(void) {
    pthread_t s;
    pthread_create(&s, 0, w, 0);
    for (;;) {
        pthread_mutex_lock(&m);
        assert(x == y || x != SOME); // BUG
        pthread_mutex_unlock(&m);
    }
}
