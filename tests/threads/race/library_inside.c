// What the library keeps for itself does not race.
// flags: --check race
// expect: TRUE
// reduce: tau-plus full
#include <pthread.h>
#include <stdio.h>
static char a[4], b[4];
static void *one(void *own) {
    printf("%s", a);
    return own;
}
static void *two(void *own) {
    printf("%s", b);
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
