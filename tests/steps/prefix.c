// A run that breaks an assumption later, or ends, is seen up to there; a section with a failed assumption is never seen.
// flags: --encoding steps --check assert -D LATER
// expect: FALSE(assert)
// flags: --encoding steps --check assert -D ABORT
// expect: FALSE(assert)
// flags: --encoding steps --check assert -D SECTION
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x;

static void *writer(void *unused) {
#ifdef SECTION
    __VERIFIER_atomic_begin();
    x = 1;
    __VERIFIER_assume(0);
    __VERIFIER_atomic_end();
#else
    x = 1;
#endif
#ifdef LATER
    __VERIFIER_assume(0);
#elif defined ABORT
    abort();
#endif
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, writer, NULL);
    assert(x == 0); // BUG
    return 0;
}
