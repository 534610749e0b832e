// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
static int open_files;
static void at_end(void) { assert(open_files == 0); } // BUG
int main(void) {
    atexit(at_end);
    open_files = 1;
    if (__VERIFIER_nondet_int() == 3)
        exit(1);
    open_files = 0;
    return 0;
}
