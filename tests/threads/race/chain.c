// Ordered by a thread between them.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int x;
static void *last(void *own) {
    x++;
    return own;
}
static void *middle(void *own) {
    pthread_t b;
    x++;
    pthread_create(&b, 0, last, 0);
    pthread_join(b, 0);
    return own;
}
int main(void) {
    pthread_t a;
    x++;
    pthread_create(&a, 0, middle, 0);
    pthread_join(a, 0);
    x++;
    return 0;
}
