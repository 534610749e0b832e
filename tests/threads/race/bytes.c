// Different bytes of one object.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static struct {
    char a, b;
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
