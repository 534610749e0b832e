// Functions of the program that the library calls are seen from outside at each of their steps.
// flags: -D ONCE -D VALUE=1
// expect: FALSE(assert)
// flags: -D ONCE -D VALUE=2
// expect: FALSE(assert)
// flags: -D ONCE -D VALUE=3
// expect: TRUE
// flags: -D VALUE=2
// expect: FALSE(assert)
// flags: -D VALUE=11
// expect: TRUE
// flags: -D VALUE=13
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int shared, seen;

static void begin(void) {
    shared = 1;
    shared = 2;
}

static int compare(const void *a, const void *b) {
    shared++;
    return *(const int *)a - *(const int *)b;
}

static void *worker(void *unused) {
#ifdef ONCE
    pthread_once(&once, begin);
#else
    int list[3] = {3, 1, 2};
    qsort(list, 3, sizeof *list, compare);
    shared += 10;
#endif
    return unused;
}

static void *other(void *unused) {
    seen = shared;
#ifdef ONCE
    pthread_once(&once, begin);
#endif
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, worker, 0);
    pthread_create(&b, 0, other, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen != VALUE); // BUG
    return 0;
}
