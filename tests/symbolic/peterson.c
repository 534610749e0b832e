// Mutual exclusion of threads with inputs (Peterson).
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
extern unsigned char __VERIFIER_nondet_uchar(void);
#define INPUT (__VERIFIER_nondet_uchar() & 7)
#else
extern unsigned __VERIFIER_nondet_uint(void);
#define INPUT __VERIFIER_nondet_uint()
#endif
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int f0, f1, turn, c0, c1;
unsigned d, e;
void *t0(void *a) {
    for (;;) {
        f0 = 1;
        turn = 1;
        while (f1 && turn == 1)
            ;
        c0 = 1;
        d = INPUT;
        e = d;
        assert(d == e);
        c0 = 0;
        f0 = 0;
    }
}
void *t1(void *a) {
    for (;;) {
        f1 = 1;
        turn = 0;
        while (f0 && turn == 0)
            ;
        c1 = 1;
        d = INPUT;
        e = d;
        assert(d == e);
        c1 = 0;
        f1 = 0;
    }
}
int main(void) {
    pthread_t s, t;
    pthread_create(&s, 0, t0, 0);
    pthread_create(&t, 0, t1, 0);
    pthread_join(s, 0);
}
