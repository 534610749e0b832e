// Two threads add one to a counter N times by compare-exchange; who fails does not try again, but says so. Broken: nobody says so.
// broken at: 3
// bound: N + 1
#include "growth.h"
#include <pthread.h>

static int counter, failed[2];

static void add(int thread) {
    for (int i = 0; i < N; i++) {
        int old = __atomic_load_n(&counter, __ATOMIC_SEQ_CST);
        if (!__atomic_compare_exchange_n(&counter, &old, old + 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) failed[thread] += !WRONG;
    }
}

static void *first(void *unused) {
    add(0);
    return 0;
}

static void *second(void *unused) {
    add(1);
    return 0;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter + failed[0] + failed[1] == 2 * N);
    return 0;
}
