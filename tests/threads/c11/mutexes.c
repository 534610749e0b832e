// expect: TRUE
#include <assert.h>
#include <threads.h>

static mtx_t recursive, timed;
static struct timespec until = {.tv_sec = 1};

static int body(void *unused) {
    (void)unused;
    assert(mtx_trylock(&recursive) == thrd_busy && mtx_trylock(&timed) == thrd_busy);
    assert(mtx_timedlock(&timed, &until) == thrd_timedout);
    return 0;
}

int main(void) {
    thrd_t t;
    struct timespec length = {.tv_nsec = 5};
    assert(mtx_init(&recursive, 99) == thrd_error);
    assert(mtx_init(&recursive, mtx_plain | mtx_recursive) == thrd_success);
    assert(mtx_init(&timed, mtx_timed) == thrd_success);
    assert(mtx_lock(&recursive) == thrd_success && mtx_trylock(&recursive) == thrd_success);
    assert(mtx_timedlock(&timed, &until) == thrd_success);
    thrd_create(&t, body, 0);
    thrd_join(t, 0);
    assert(thrd_sleep(&length, 0) == 0);
    mtx_unlock(&timed);
}
