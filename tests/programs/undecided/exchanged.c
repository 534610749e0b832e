// An atomic exchange that depends on what was never set.
// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p), expected = 5, done;
    done = __atomic_compare_exchange_n(p, &expected, 7, 0, 5, 5);
    static int other;
    if (done) other = 1;
    assert(!other); // BUG
    free(p);
    return 0;
}
