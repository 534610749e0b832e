// Handlers run last in, first out, also when main returns.
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
static int step;
static void second(void) { assert(step++ == 1); }
static void first(void) { assert(step++ == 0); }
int main(void) {
    atexit(second);
    atexit(first);
    return 0;
}
