// Each thread has a variable of its own, and all read a third one.
// expect: TRUE
#include <pthread.h>
extern void reach_error(void);
static int first, second, amount = 2;
static void *one(void *own) {
    for (int i = 0; i < 3; i++) first += amount;
    if (first != 6) reach_error();
    return own;
}
static void *two(void *own) {
    for (int i = 0; i < 3; i++) second += amount;
    if (second != 6) reach_error();
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
