// expect: FALSE(assert)
#include <assert.h>
#include <threads.h>

static int counter;

static int increment(void *unused) {
    (void)unused;
    counter++;
    return 0;
}

int main(void) {
    thrd_t t;
    thrd_create(&t, increment, 0);
    thrd_yield();
    increment(0);
    thrd_join(t, 0);
    assert(counter == 2); // BUG
}
