// A thread uses a variable of a function that has returned.
// expect: FALSE(use-after-return)
#include <assert.h>
#include <pthread.h>

static void *body(void *p) {
    *(int *)p = 1; // BUG
    return p;
}

static pthread_t start(void) {
    int local = 0;
    pthread_t t;
    pthread_create(&t, 0, body, &local);
    return t;
}

int main(void) { pthread_join(start(), 0); }
