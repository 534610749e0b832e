// A block is written beside a read of its end.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
#include <string.h>
static char x[8];
static void *one(void *own) {
    memset(x, 1, sizeof x); // BUG
    return own;
}
static void *two(void *own) {
    return x[7] ? own : 0; // BUG
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
