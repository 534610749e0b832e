// A library function reads what another thread writes.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
#include <string.h>
static char x[4] = "ab";
static void *one(void *own) {
    return strlen(x) ? own : 0; // BUG
    return own;
}
static void *two(void *own) {
    x[1] = 0; // BUG
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
