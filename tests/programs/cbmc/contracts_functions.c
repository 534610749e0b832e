// Clauses of functions are read; as for CBMC alone, nothing follows from them. What only contracts speak of has no meaning here.
// expect: TRUE
// flags: -D FRESH
// expect: UNKNOWN(unsupported: __CPROVER_is_fresh)
// flags: -D ASSERTED
// expect: FALSE(assert)
#include <stddef.h>
struct pair {
    int first, second;
};
int sum(struct pair *p, int *out)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && (out ==> __CPROVER_w_ok(out, sizeof *out)))
    __CPROVER_assigns(out != NULL : *out; __CPROVER_object_whole(p))
    __CPROVER_frees()
    __CPROVER_ensures(__CPROVER_return_value == __CPROVER_old(p->first) + __CPROVER_old(p->second))
    __CPROVER_ensures(*out == 1);
int sum(struct pair *p, int *out) {
    *out = 0;
#ifdef FRESH
    if (__CPROVER_is_fresh(p, sizeof *p))
        *out = 3;
#endif
    return p->first + p->second;
}
int main(void) {
    struct pair p = {3, 4};
    int out;
    __CPROVER_assert(sum(&p, &out) == 7, "sum");
#ifdef ASSERTED
    __CPROVER_assert(out == 1, "what is ensured"); // BUG
#endif
    return 0;
}
