// The program ends with its first thread, which goes on only after the others.
// reduce: full
// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#define N 16
static volatile int x;
static void *check(void *unused) {
    assert(x < N); // BUG
    return unused;
}
static void *add(void *unused) {
    int t = x;
    x = t + 1;
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, check, NULL);
    for (int i = 0; i < N; i++) pthread_create(&t, NULL, add, NULL);
    return 0;
}
