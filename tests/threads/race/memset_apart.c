// Two halves of a block.
// flags: --check race
// expect: TRUE
#include <pthread.h>
#include <string.h>
static char x[8];
static void *one(void *own) {
    memset(x, 1, 4);
    return own;
}
static void *two(void *own) {
    memset(x + 4, 1, 4);
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
