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
extern _Bool __VERIFIER_nondet_bool(void);
#define INPUT __VERIFIER_nondet_bool()
#define CUT(n) ((n) & 7)
#else
extern unsigned __VERIFIER_nondet_uint(void);
#define INPUT __VERIFIER_nondet_uint()
#define CUT(n) (n)
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
unsigned a, b, s;
void *w(void *p) {
    for (;;) {
        unsigned k = INPUT;
        pthread_mutex_lock(&m);
        a = CUT(a - k);
        b = CUT(b + k);
        pthread_mutex_unlock(&m);
    }
}
int main(void) {
    pthread_t t, u;
    a = INPUT;
    b = INPUT;
    s = CUT(a + b);
    pthread_create(&t, 0, w, 0);
    pthread_create(&u, 0, w, 0);
    for (;;) {
        pthread_mutex_lock(&m);
        assert(CUT(a + b) == s);
        pthread_mutex_unlock(&m);
    }
}
