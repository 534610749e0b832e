// A block is read, a byte of it written.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
#include <string.h>
static char x[8], y[8];
static void *one(void *own) {
    memcpy(y, x, sizeof x); // BUG
    return own;
}
static void *two(void *own) {
    x[7] = 2; // BUG
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
