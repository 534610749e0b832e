// A field of no bits begins another unit.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static struct {
    unsigned a : 3;
    int : 0;
    unsigned b : 5;
} s;
static void *one(void *own) {
    s.a = 1;
    return own;
}
static void *two(void *own) {
    s.b = 2;
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
