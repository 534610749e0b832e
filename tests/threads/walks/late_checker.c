// Nine threads are too many for a search; a random schedule finds the order that matters.
// reduce: full
// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
static volatile int a, b;
static void *set(void *unused) {
    a = 1;
    b = -1;
    return unused;
}
static void *check(void *unused) {
    assert((a == 0 && b == 0) || (a == 1 && b == -1)); // BUG
    return unused;
}
int main(void) {
    pthread_t setters[8], checker;
    for (int i = 0; i < 8; i++) pthread_create(&setters[i], NULL, set, NULL);
    pthread_create(&checker, NULL, check, NULL);
    for (int i = 0; i < 8; i++) pthread_join(setters[i], NULL);
    pthread_join(checker, NULL);
    return 0;
}
