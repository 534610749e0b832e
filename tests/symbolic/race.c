// Whether two accesses race is decided by inputs.
// flags: --engine symbolic --check race
// expect: FALSE(race)
// flags: --engine symbolic --check race -DAPART
// expect: TRUE
// flags: --engine symbolic --check race -DNARROW
// expect: FALSE(race)
// flags: --engine explicit --check race -DNARROW
// expect: FALSE(race)
// flags: --engine symbolic --check race -DNARROW -DAPART
// expect: TRUE
// flags: --engine explicit --check race -DNARROW -DAPART
// expect: TRUE
// flags: --engine symbolic --check race -DOWN
// expect: FALSE(race)
// flags: --engine symbolic --check race -DOWN -DAPART
// expect: TRUE
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
#ifdef NARROW
#define INPUT (__VERIFIER_nondet_uchar() & 7)
#else
#define INPUT __VERIFIER_nondet_uint()
#endif
unsigned limit, shared;
static void *low(void *unused) {
#ifdef OWN
    // Inputs of the two transitions that race.
    unsigned mine = INPUT;
    if (mine < limit) shared = 1; // BUG
#else
    if (limit < 4) shared = 1; // BUG
#endif
    return unused;
}
static void *high(void *unused) {
#ifdef OWN
    unsigned mine = INPUT;
#ifdef APART
    if (limit == 0 && mine > limit) shared = 2;
#else
    if (limit > 0 && mine > limit) shared = 2; // BUG
#endif
#elif defined APART
    if (limit >= 4) shared = 2;
#else
    if (limit >= 3) shared = 2; // BUG
#endif
    return unused;
}
int main(void) {
    pthread_t a, b;
    limit = INPUT;
    pthread_create(&a, 0, low, 0);
    pthread_create(&b, 0, high, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
