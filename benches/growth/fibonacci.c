// The Fibonacci race: two threads add each other's number to theirs N times. Broken: they stay below the greatest.
// broken at: 3
// bound: N + 1
#include "growth.h"
#include <pthread.h>
// Less than the greatest number by so much is the limit that is claimed.
#ifndef BELOW
#define BELOW WRONG
#endif

static int x = 1, y = 1;

static void *first(void *unused) {
    for (int i = 0; i < N; i++) x += y;
    return 0;
}

static void *second(void *unused) {
    for (int i = 0; i < N; i++) y += x;
    return 0;
}

// What the greater of them can be at most: number 2 N + 2.
static int most(void) {
    int last = 1, next = 1;
    for (int i = 0; i < N; i++) {
        last += next;
        next += last;
    }
    return next;
}

int main(void) {
    pthread_t a, b;
    int limit = most() - BELOW;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    assert(x <= limit && y <= limit);
    return 0;
}
