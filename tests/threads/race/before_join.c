// Main accesses before it joins.
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
    x++; // BUG
    pthread_join(a, 0);
    return 0;
}
