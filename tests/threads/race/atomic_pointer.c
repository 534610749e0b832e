// An object is made, then published.
// flags: --check race
// expect: TRUE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic p;
static void *one(void *own) {
    int *q = malloc(sizeof *q);
    *q = 1;
    p = q;
    return own;
}
static void *two(void *own) {
    int *q = p;
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
