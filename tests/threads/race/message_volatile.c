// A volatile flag is a race itself.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static int x;
static volatile int ready;
static void *one(void *own) {
    x = 1;
    ready = 1; // BUG
    return own;
}
static void *two(void *own) {
    if (ready) x = 2; // BUG
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
