// Two plain writes.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static int x;
static void *one(void *own) {
    x = 1; // BUG
    return own;
}
static void *two(void *own) {
    x = 2; // BUG
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
