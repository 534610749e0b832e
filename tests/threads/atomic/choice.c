// An input is a choice of every level of reduction.
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
static int x;

static void *body(void *unused) {
    if (__VERIFIER_nondet_bool()) x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    pthread_join(t, 0);
    assert(!x); // BUG
}
