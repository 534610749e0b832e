// Reads alone do not race.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int x = 1;
static void *one(void *own) {
    return x ? own : 0;
    return own;
}
static void *two(void *own) {
    return x ? 0 : own;
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
