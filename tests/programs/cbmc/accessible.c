// Whether an access would be valid is a condition, and no violation.
// expect: TRUE
// flags: -D CLAIM=__CPROVER_r_ok(a,17)
// expect: FALSE(assert)
// flags: -D CLAIM=!__CPROVER_w_ok(a+n,1)
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_r_ok(q)
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_rw_ok((char*)0,0)
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_w_ok("abc",1)
// expect: FALSE(assert)
#include <stdlib.h>
#ifndef CLAIM
#define CLAIM 1
#endif
static int local_gone(void) {
    int *p;
    {
        int x = 1;
        p = &x;
        if (!__CPROVER_rw_ok(p, sizeof *p))
            return 1;
    }
    return 0;
}
int main(void) {
    char a[16];
    unsigned n = nondet_uint(), m = nondet_uint();
    long *q = malloc(sizeof *q);
    if (!q)
        return 0;
    __CPROVER_assert(__CPROVER_r_ok(q) && __CPROVER_w_ok(q), "the size is that of the type");
    __CPROVER_assert(!__CPROVER_rw_ok(q + 1) && __CPROVER_r_ok(q + 1, 0), "one behind the end");
    free(q);
    __CPROVER_assert(!__CPROVER_r_ok(q, 1), "ended");
    __CPROVER_assume(n < 16 && m < 100);
    __CPROVER_assert(__CPROVER_r_ok(a + n, m) == (n + m <= 16), "inside");
    __CPROVER_assert(__CPROVER_r_ok("abc", 4) && !__CPROVER_w_ok("abc", 4), "constant");
    __CPROVER_assert(!__CPROVER_r_ok(main, 1) && !__CPROVER_w_ok((void *)0, 1), "no data");
    __CPROVER_assert(local_gone() == 0, "local");
    __CPROVER_assert(CLAIM, "claim"); // BUG
    return 0;
}
