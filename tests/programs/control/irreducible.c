// The loop is entered in the middle.
// flags: --bound 9
// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 4, a = 0, b = 0;
    if (__VERIFIER_nondet_uint() & 1)
        goto second;
first:
    a++;
    if (a > n)
        goto out;
second:
    b++;
    if (b <= n)
        goto first;
out:
    assert(a <= n + 1 && b <= n + 1);
    return 0;
}
