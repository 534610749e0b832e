// A monotonic clock and the time of the process do not go back; the time of the day may.
// expect: TRUE
// flags: -DFAIL
// expect: FALSE(assert)
#include <assert.h>
#include <time.h>
static int is_before(struct timespec a, struct timespec b) {
    return a.tv_sec < b.tv_sec || (a.tv_sec == b.tv_sec && a.tv_nsec < b.tv_nsec);
}
int main(void) {
    struct timespec a, b;
#ifdef FAIL
    const clockid_t which = CLOCK_REALTIME;
#else
    const clockid_t which = CLOCK_MONOTONIC;
#endif
    if (clock_gettime(which, &a) == 0 && clock_gettime(which, &b) == 0) {
        assert(!is_before(b, a)); // BUG
    }
    clock_t x = clock(), y = clock();
    assert(x == -1 || y == -1 || x <= y);
}
