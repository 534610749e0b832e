// Walks that find nothing say nothing: the search goes on to its end.
// reduce: full
// flags: --check assert
// expect: TRUE
// flags: --check assert --context-bound 1
// expect: UNKNOWN(context bound 1)
#include <assert.h>
#include <pthread.h>
static volatile int x, y, z, turns;
static void *one(void *unused) {
    for (int i = 0; i < 3; i++) x = x + 1;
    return unused;
}
static void *two(void *unused) {
    for (int i = 0; i < 3; i++) y = y + x;
    return unused;
}
static void *three(void *unused) {
    for (int i = 0; i < 3; i++) z = z + y;
    return unused;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, one, NULL);
    pthread_create(&b, NULL, two, NULL);
    pthread_create(&c, NULL, three, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    assert(z <= 3 * 3 * 3);
    return 0;
}
