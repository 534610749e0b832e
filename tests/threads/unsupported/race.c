// Races are not looked for yet, so nothing can be said of them.
// flags: --check race
// expect: UNKNOWN(unsupported: the check for races)
#include <pthread.h>
static int x;
static void *add(void *own) {
    x++;
    return own;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0);
    pthread_create(&b, 0, add, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
