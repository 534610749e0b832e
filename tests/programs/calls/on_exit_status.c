// The status of main is not known to handlers.
// expect: UNKNOWN(unsupported: function on_exit where main returns|unsupported: on_exit where main returns)
// flags: -DEXITS
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
static void third(int status, void *argument) { assert(status == 6); }
static void second(int status, void *argument) { exit(6); }
static void first(int status, void *argument) {
    assert(status == 5 && argument == (void *)first);
#ifdef WRONG
    assert(status != 5); // BUG
#endif
}
int main(void) {
    on_exit(third, 0);
    on_exit(second, 0);
    on_exit(first, (void *)first);
#if defined EXITS || defined WRONG
    exit(5);
#endif
    return 5;
}
