// A computed goto reads the address of a block out of memory.
// flags: --memory flat --check assert
// expect: FALSE(assert)
// flags: --memory objects --check assert
// expect: FALSE(assert)
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    static void *const place[] = {&&first, &&second, &&third};
    unsigned x = __VERIFIER_nondet_uint(), r = 0;
    if (x > 2)
        return 0;
    goto *place[x];
first:
    r = 1;
    goto out;
second:
    r = 2;
    goto out;
third:
    r = 3;
out:
    assert(r == x + 1);
    assert(r != 3); // BUG
    return 0;
}
