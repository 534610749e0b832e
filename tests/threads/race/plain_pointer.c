// An object is published by a plain pointer.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
#include <stdlib.h>
static int *p;
static void *one(void *own) {
    int *q = malloc(sizeof *q);
    *q = 1;
    p = q; // BUG
    return own;
}
static void *two(void *own) {
    int *q = p; // BUG
    if (q) ++*q;
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
