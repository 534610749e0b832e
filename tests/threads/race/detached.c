// Nobody joins, so nothing is ordered with the thread.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static int x;
static void *add(void *own) {
    x++; // BUG
    return own;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    pthread_detach(a);
    x++; // BUG
    return 0;
}
