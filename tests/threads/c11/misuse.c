// flags: -DPART=1
// expect: FALSE(thread-misuse)
// flags: -DPART=2
// expect: FALSE(thread-misuse)
// flags: -DPART=3
// expect: FALSE(deadlock)
// flags: -DPART=4
// expect: FALSE(thread-misuse)
#include <assert.h>
#include <threads.h>

static int body(void *unused) {
    (void)unused;
    return 0;
}

int main(void) {
    mtx_t m;
    thrd_t t;
    mtx_init(&m, PART == 2 ? mtx_recursive : mtx_plain);
    if (PART <= 2) mtx_unlock(&m); // BUG
    mtx_lock(&m);
    if (PART == 3) mtx_lock(&m); // BUG
    thrd_create(&t, body, 0);
    thrd_detach(t);
    thrd_join(t, 0); // BUG
}
