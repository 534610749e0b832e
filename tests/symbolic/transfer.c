// Threads that move inputs between two accounts.
// flags: --engine symbolic
// expect: TRUE
// flags: --engine symbolic -DNARROW
// expect: TRUE
// flags: --engine explicit -DNARROW
// expect: TRUE
#include <assert.h>
#include <pthread.h>

#ifdef NARROW
extern unsigned char __VERIFIER_nondet_uchar(void);
#define INPUT (__VERIFIER_nondet_uchar() & 7)
#else
extern unsigned __VERIFIER_nondet_uint(void);
#define INPUT __VERIFIER_nondet_uint()
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned a, b, s;
void *w(void *p) {
    for (;;) {
        unsigned k = INPUT;
        pthread_mutex_lock(&m);
        a -= k;
        b += k;
        pthread_mutex_unlock(&m);
    }
}
int main(void) {
    pthread_t t, u;
    a = INPUT;
    b = INPUT;
    s = a + b;
    pthread_create(&t, 0, w, 0);
    pthread_create(&u, 0, w, 0);
    for (;;) {
        pthread_mutex_lock(&m);
        assert(a + b == s);
        pthread_mutex_unlock(&m);
    }
}
