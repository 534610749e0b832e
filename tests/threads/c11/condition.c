// expect: TRUE
// flags: --no-spurious-wakeups -DONE_SIGNAL
// expect: TRUE
// reduce: full tau-plus tau
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int producer(void *all) {
    mtx_lock(&m);
    ready = 1;
    if (all)
        cnd_broadcast(&c);
    else
        cnd_signal(&c);
    mtx_unlock(&m);
    return 0;
}

int main(void) {
    thrd_t t;
    struct timespec until = {.tv_sec = 1};
    mtx_init(&m, mtx_timed);
    assert(cnd_init(&c) == thrd_success);
    for (int i = 0; i < 2; i++) {
        ready = 0;
        thrd_create(&t, producer, i ? &m : 0);
        mtx_lock(&m);
        while (!ready) assert(cnd_wait(&c, &m) == thrd_success);
        int result = cnd_timedwait(&c, &m, &until);
        assert(result == thrd_timedout || result == thrd_success);
#ifdef ONE_SIGNAL
        assert(result == thrd_timedout);
#endif
        mtx_unlock(&m);
        thrd_join(t, 0);
    }
    cnd_destroy(&c);
    mtx_destroy(&m);
}
