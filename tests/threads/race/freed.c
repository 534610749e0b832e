// The object is freed beside a read.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
#include <stdlib.h>
static int *p;
static void *one(void *own) {
    free(p); // BUG
    return own;
}
static void *two(void *own) {
    return *p ? own : 0; // BUG
    return own;
}
int main(void) {
    pthread_t a, b;
    p = calloc(1, sizeof *p);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
