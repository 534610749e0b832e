// Without functions to be called at the end, the end of main is that of the program; with one, others see its variables
// die.
// expect: TRUE
// flags: -DHANDLER
// expect: FALSE(use-after-return)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int ended;

static void handler(void) { ended = 1; }

static void *body(void *p) {
    *(int *)p = 1; // BUG
    return p;
}

int main(void) {
    int local = 0;
    pthread_t t;
#ifdef HANDLER
    atexit(handler);
#endif
    pthread_create(&t, 0, body, &local);
    return ended;
}
