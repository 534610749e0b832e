// The address of what a thread keeps for itself means nothing after its end.
// expect: FALSE(use-after-return)
#include <assert.h>
#include <pthread.h>

static _Thread_local int own;

static void *body(void *unused) {
    (void)unused;
    return &own;
}

int main(void) {
    pthread_t t;
    void *p;
    pthread_create(&t, 0, body, 0);
    pthread_join(t, &p);
    *(int *)p = 1; // BUG
}
