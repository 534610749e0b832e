// A local variable that another thread gets by its argument.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static void *add(void *p) {
    ++*(int *)p; // BUG
    return p;
}
int main(void) {
    pthread_t a;
    int x = 0;
    pthread_create(&a, 0, add, &x);
    x++; // BUG
    pthread_join(a, 0);
    return x;
}
