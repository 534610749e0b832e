// expect: TRUE
#include <assert.h>
#include <pthread.h>

static void deep(int n) {
    if (n == 0) pthread_exit((void *)7);
    deep(n - 1);
}

static void *body(void *unused) {
    deep(2);
    assert(0);
    return unused;
}

int main(void) {
    pthread_t t;
    void *result;
    pthread_create(&t, 0, body, 0);
    pthread_join(t, &result);
    assert((long)result == 7);
}
