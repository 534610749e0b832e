// Handlers learn the status of exit, what main returns, and 0 where the last thread ends.
// expect: TRUE
// flags: -DEXITS
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DWRONG -DEXITS
// expect: FALSE(assert)
// flags: -DTHREAD
// expect: TRUE
// flags: -DINNER
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static int depth;
static void third(int status, void *argument) { assert(status == 6); }
static void second(int status, void *argument) { exit(6); }
static void first(int status, void *argument) {
#ifdef THREAD
    assert(status == 0);
#else
    assert(status == 5 && argument == (void *)first);
#endif
#ifdef WRONG
    assert(status != 5); // BUG
#endif
}
int main(void) {
#ifdef INNER
    if (depth++ == 1) return 7;
    int inner = main();
    assert(inner == 7);
#endif
    on_exit(third, 0);
    on_exit(second, 0);
    on_exit(first, (void *)first);
#ifdef EXITS
    exit(5);
#endif
#ifdef THREAD
    pthread_exit(NULL);
#endif
    return 5;
}
