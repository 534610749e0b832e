// Few values pass the assumptions: others are tried in their place.
// reduce: full
// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static int taken[4];
static int order, late;
static int take(void) {
    int i = __VERIFIER_nondet_int();
    __VERIFIER_assume(0 <= i && i < 4);
    return i;
}
static void *own(void *unused) {
    int i = take();
    if (taken[i]) late++;
    taken[i] = 1;
    order = order * 4 + i;
    return unused;
}
int main(void) {
    pthread_t all[5];
    for (int i = 0; i < 5; i++) pthread_create(&all[i], NULL, own, NULL);
    for (int i = 0; i < 5; i++) pthread_join(all[i], NULL);
    assert(late != 3); // BUG
    return 0;
}
