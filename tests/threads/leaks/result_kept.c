// Nobody has joined the thread yet, so its result can still be had.
// flags: --check leak
// expect: TRUE
#include <pthread.h>
#include <stdlib.h>
static int ended;
static pthread_t thread;
static void *make(void *unused) {
    (void)unused;
    ended = 1;
    return malloc(8);
}
int main(void) {
    pthread_create(&thread, 0, make, 0);
    while (!ended) {}
    return 0;
}
