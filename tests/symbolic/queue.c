// A queue of two slots between two threads.
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
unsigned buf[2], head, count;
static void put(unsigned v) {
    for (;;) {
        pthread_mutex_lock(&m);
        if (count < 2) {
            buf[(head + count) % 2] = v;
            count++;
            pthread_mutex_unlock(&m);
            return;
        }
        pthread_mutex_unlock(&m);
    }
}
static unsigned get(void) {
    for (;;) {
        pthread_mutex_lock(&m);
        if (count) {
            unsigned v = buf[head];
            head = (head + 1) % 2;
            count--;
            pthread_mutex_unlock(&m);
            return v;
        }
        pthread_mutex_unlock(&m);
    }
}
void *p(void *a) {
    for (;;) {
        unsigned x = INPUT;
        put(x);
        put(~x);
    }
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, p, 0);
    for (;;) {
        unsigned c = get(), d = get();
        assert(d == ~c);
    }
}
