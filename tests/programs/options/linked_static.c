// Static names of several files are told apart.
// with: linked_static_other.c
// expect: TRUE
#include <assert.h>
static int helper(void) { return 1; }
int other(void);
int main(void) {
    assert(helper() == 1 && other() == 2);
    return 0;
}
