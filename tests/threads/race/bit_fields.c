// Fields of bits of one unit are one location.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static struct {
    unsigned a : 3, b : 5;
} s;
static void *one(void *own) {
    s.a = 1; // BUG
    return own;
}
static void *two(void *own) {
    s.b = 2; // BUG
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
