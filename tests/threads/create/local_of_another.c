// What a thread keeps on its stack is seen by those that have its address.
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static void *body(void *p) {
    *(int *)p = 1;
    return p;
}

int main(void) {
    int local = 0;
    pthread_t t;
    pthread_create(&t, 0, body, &local);
    int before = local;
    assert(before == local); // BUG
    pthread_join(t, 0);
}
