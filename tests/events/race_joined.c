// Who waits for a thread's end comes after all that the thread does; one of several is not all of them.
// flags: --engine bmc --check race
// expect: TRUE
// flags: --engine bmc --check race -D EARLY
// expect: FALSE(race)
// flags: --engine bmc --check race -D ANOTHER
// expect: FALSE(race)
// flags: --engine bmc --check race -D ON_SOME_WAYS
// expect: FALSE(race)
// flags: --engine bmc --check race -D ONE_OF_TWO
// expect: FALSE(race)
#include <pthread.h>

_Bool __VERIFIER_nondet_bool(void);
static int x;

static void *worker(void *unused) {
    while (__VERIFIER_nondet_bool()) x++; // BUG
    return unused;
}

static void *reader(void *unused) {
    int seen = 0;
    while (__VERIFIER_nondet_bool()) seen += x;
    return seen ? unused : 0;
}

int main(void) {
    pthread_t first, second;
    pthread_create(&first, 0, worker, 0);
#ifdef EARLY
    x = 1; // BUG
#endif
#ifdef ANOTHER
    pthread_create(&second, 0, worker, 0);
    pthread_join(second, 0);
    x = 2; // BUG
#endif
#ifdef ON_SOME_WAYS
    if (__VERIFIER_nondet_bool())
#endif
    pthread_join(first, 0);
    x = 0; // BUG
#ifdef ONE_OF_TWO
    for (int i = 0; i < 2; i++) pthread_create(&first, 0, worker, 0);
    pthread_join(first, 0);
    x = 3; // BUG
#endif
    pthread_create(&second, 0, reader, 0);
    while (__VERIFIER_nondet_bool()) (void)*(volatile int *)&x;
    return 0;
}
