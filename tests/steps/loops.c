// Loops up to the bound; a loop that may go on is UNKNOWN.
// flags: --encoding steps --check assert --bound 3
// expect: FALSE(assert)
// flags: --encoding steps --check assert --bound 3 -D RIGHT
// expect: TRUE
// flags: --encoding steps --check assert --bound 2 -D RIGHT
// expect: UNKNOWN(bound)
// flags: --encoding steps --check assert -D RIGHT
// expect: TRUE
// flags: --encoding steps --check assert --bound 3 -D SPIN
// expect: UNKNOWN(bound)
#include <assert.h>
#include <pthread.h>

unsigned nondet_unsigned(void);
static int sum, ready;

static void *add(void *given) {
    unsigned n = *(unsigned *)given;
#ifdef SPIN
    while (!ready) {}
#endif
    for (unsigned i = 0; i < n; i++) sum += 2;
    return NULL;
}

int main(void) {
    pthread_t t;
    unsigned n = nondet_unsigned() % 4;
    pthread_create(&t, NULL, add, &n);
    ready = 1;
    pthread_join(t, NULL);
#if defined RIGHT || defined SPIN
    assert(sum <= 6 && sum % 2 == 0);
#else
    assert(sum < 6); // BUG
#endif
    return 0;
}
