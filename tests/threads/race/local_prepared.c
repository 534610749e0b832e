// A local variable that is written before its thread begins.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static void *add(void *p) {
    ++*(int *)p;
    return p;
}
int main(void) {
    pthread_t a;
    int x = 0;
    x++;
    pthread_create(&a, 0, add, &x);
    pthread_join(a, 0);
    return x - 2;
}
