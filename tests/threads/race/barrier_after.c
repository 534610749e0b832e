// Both write after the barrier.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static int x;
static pthread_barrier_t wall;
static void *one(void *own) {
    pthread_barrier_wait(&wall);
    x = 1; // BUG
    return own;
}
static void *two(void *own) {
    pthread_barrier_wait(&wall);
    x = 2; // BUG
    return own;
}
int main(void) {
    pthread_t a, b;
    pthread_barrier_init(&wall, 0, 2);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
