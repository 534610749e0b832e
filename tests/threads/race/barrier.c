// A barrier orders what comes before with what comes after.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int x, y;
static pthread_barrier_t wall;
static void *one(void *own) {
    x = 1;
    pthread_barrier_wait(&wall);
    y++;
    return own;
}
static void *two(void *own) {
    pthread_barrier_wait(&wall);
    x = 2;
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
