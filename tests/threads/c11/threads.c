// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
#include <threads.h>

static mtx_t m;
static int counter;

static int increment(void *by) {
    assert(mtx_lock(&m) == thrd_success);
    counter += *(int *)by;
    assert(mtx_unlock(&m) == thrd_success);
    if (counter < 0) thrd_exit(1);
    thrd_exit(-5);
}

int main(void) {
    thrd_t a, b;
    int two = 2, three = 3, ra, rb;
    assert(mtx_init(&m, mtx_plain) == thrd_success);
    assert(thrd_create(&a, increment, &two) == thrd_success);
    assert(thrd_create(&b, increment, &three) == thrd_success);
    assert(!thrd_equal(a, b) && thrd_equal(thrd_current(), thrd_current()));
    assert(thrd_join(a, &ra) == thrd_success && thrd_join(b, &rb) == thrd_success);
    assert(counter == 5 && ra == -5 && rb == -5);
    mtx_destroy(&m);
}
