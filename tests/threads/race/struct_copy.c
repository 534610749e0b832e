// A copy of a struct reads all of it.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static struct pair {
    int a, b;
} s, t;
static void *one(void *own) {
    t = s; // BUG
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
