// Each thread has its own.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static _Thread_local int x;
static void *one(void *own) {
    x++;
    return own;
}
static void *two(void *own) {
    x++;
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
