// What is done once happens before all else.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int x;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static void make(void) { x = 1; }
static void *one(void *own) {
    pthread_once(&once, make);
    return x ? own : 0;
    return own;
}
static void *two(void *own) {
    pthread_once(&once, make);
    return x ? own : 0;
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
