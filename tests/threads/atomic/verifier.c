// Sections and functions of verifiers.
// flags: -DWHOLE
// expect: TRUE
// flags: -DSECTION
// expect: TRUE
// flags: -DNEITHER
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int counter;

#ifdef WHOLE
void __VERIFIER_atomic_increment(void) { counter++; }
#else
void __VERIFIER_Increment(void) {
#ifdef SECTION
    __VERIFIER_atomic_begin();
#endif
    counter++;
#ifdef SECTION
    __VERIFIER_atomic_end();
#endif
}
#define __VERIFIER_atomic_increment __VERIFIER_Increment
#endif

static void *body(void *unused) {
    __VERIFIER_atomic_increment();
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    body(0);
    pthread_join(t, 0);
    assert(counter == 2); // BUG
}
