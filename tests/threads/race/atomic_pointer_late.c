// An object is published before it is made.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic p;
static void *one(void *own) {
    int *q = calloc(1, sizeof *q);
    p = q;
    *q = 1; // BUG
    return own;
}
static void *two(void *own) {
    int *q = p;
    if (q) ++*q; // BUG
    return own;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
