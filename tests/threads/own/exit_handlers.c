// Two threads register a handler each; both are called.
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int called;
static void count(void) { called++; }
static void check(void) { assert(called == 2); }
static void *one(void *own) {
    atexit(count);
    return own;
}
int main(void) {
    pthread_t a;
    atexit(check);
    pthread_create(&a, 0, one, 0);
    atexit(count);
    pthread_join(a, 0);
    return 0;
}
