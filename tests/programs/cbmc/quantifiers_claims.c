// Without a range, any one number stands for all in an assertion, and for one in an assumption.
// expect: TRUE
// flags: -D CLAIM=__CPROVER_forall{int_i;i!=12345}
// expect: FALSE(assert)
// flags: -D CLAIM=(n==1||!__CPROVER_exists{int_i;i==n+0*i})
// expect: FALSE(assert)
// flags: -D EACH
// expect: FALSE(assert)
// flags: -D LIBRARY
// expect: FALSE(assert)
// flags: -D INVARIANT
// expect: FALSE(assert)
// flags: -D CLAIM=__CPROVER_exists{int_i;i*2!=i}
// expect: UNKNOWN(unsupported: __CPROVER_exists)
// flags: -D CLAIM=(__CPROVER_forall{int_i;i!=n}==0)
// expect: UNKNOWN(unsupported: __CPROVER_forall)
// flags: -D DOUBLE
// expect: UNKNOWN(unsupported: __CPROVER_forall)
#include <assert.h>
#define int_i int i
#ifndef CLAIM
#define CLAIM 1
#endif
int main(void) {
    unsigned n = nondet_uint();
    unsigned char a[4] = {1, 2, 3, 4};
    __CPROVER_assume(__CPROVER_exists { unsigned i; i % 2 == 1 && i >> 2 == n });
    __CPROVER_assert(n < 1u << 30, "it was assumed");
    __CPROVER_assert(__CPROVER_forall { int i; i + 0 == i } && __CPROVER_forall { long i; (i ^ i) == 0 }, "all");
    __CPROVER_assert(__CPROVER_forall { int i; __CPROVER_exists { int j; 0 <= j && j < 4 && (i & 3) == a[j] - 1 } }, "two");
    __CPROVER_assert(n > 3 ==> __CPROVER_forall { unsigned i; i >= n ==> i > 3 }, "from a number on");
    assert(__CPROVER_forall { int i; (i | 1) != 0 });
    __CPROVER_assert(CLAIM, "claim"); // BUG
#ifdef EACH
    __CPROVER_assert(__CPROVER_exists { int j; 0 <= j && j < 4 && __CPROVER_forall { int i; (i & 3) != j } }, "each"); // BUG
#endif
#ifdef LIBRARY
    assert(__CPROVER_forall { int i; (i | 1) != 7 }); // BUG
#endif
#ifdef INVARIANT
    for (int k = 0; k < 2; k++) // BUG
        __CPROVER_loop_invariant(__CPROVER_forall { int i; (i & 7) != 7 || k == 0 })
    {
        a[k] = 0;
    }
#endif
#ifdef DOUBLE
    __CPROVER_assume(__CPROVER_forall { double d; 0 <= d && d < 1 ==> d < 1 });
#endif
    return 0;
}
