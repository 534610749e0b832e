// A thread hands out the address of its own variable.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static _Thread_local int x;
static void *add(void *p) {
    ++*(int *)p; // BUG
    return p;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, add, &x);
    x++; // BUG
    pthread_join(a, 0);
    return 0;
}
