// Keys, and what is done once.
// expect: TRUE
#include <assert.h>
#include <threads.h>

static once_flag once = ONCE_FLAG_INIT;
static tss_t key;
static int destroyed, times;

static void destroy(void *value) { destroyed += *(int *)value; }

static void initialise(void) {
    times++;
    assert(tss_create(&key, destroy) == thrd_success);
}

static int body(void *value) {
    call_once(&once, initialise);
    assert(tss_get(key) == 0 && tss_set(key, value) == thrd_success && tss_get(key) == value);
    return 0;
}

int main(void) {
    thrd_t t;
    int one = 1, two = 2;
    thrd_create(&t, body, &two);
    body(&one);
    thrd_join(t, 0);
    assert(times == 1 && destroyed == 2 && tss_get(key) == &one);
    tss_delete(key);
}
