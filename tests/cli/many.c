// As many states as there are pairs of numbers.
#include <pthread.h>
static unsigned x, y;
static void *work(void *p) { for (;;) x += 3; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    for (;;) y += 5;
}
