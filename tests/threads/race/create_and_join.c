// What comes before the creation and after the join is ordered with the thread.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int x;
static void *add(void *own) {
    x++;
    return own;
}
int main(void) {
    pthread_t a;
    x = 1;
    pthread_create(&a, 0, add, 0);
    pthread_join(a, 0);
    x++;
    return 0;
}
