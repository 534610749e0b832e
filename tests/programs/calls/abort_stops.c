// abort() ends the run and is no violation; handlers do not run.
// expect: TRUE
#include <assert.h>
#include <stdlib.h>
static void never(void) { assert(0); }
int main(void) {
    atexit(never);
    abort();
}
