// expect: FALSE(deadlock)
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;

static int signals(void *unused) {
    (void)unused;
    return cnd_signal(&c);
}

int main(void) {
    thrd_t t;
    mtx_init(&m, mtx_plain);
    cnd_init(&c);
    thrd_create(&t, signals, 0);
    mtx_lock(&m);
    cnd_wait(&c, &m); // BUG
}
