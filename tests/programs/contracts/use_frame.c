// A call that is replaced by a contract writes and frees what that names, in the frame of the function that is checked.
// flags: --check-contract outer --use-contract inner
// expect: TRUE
// flags: --check-contract outer --use-contract inner -D WIDE
// expect: FALSE(assert)
// flags: --check-contract outer --use-contract inner -D WIDE -D OUTER
// expect: TRUE
// flags: --check-contract outer --use-contract inner -D NEVER
// expect: UNKNOWN(vacuous: no run is as inner ensures)
// flags: --check-contract local --use-contract inner
// expect: TRUE
// flags: --check-contract ends --use-contract drop
// expect: FALSE(assert)
// flags: --check-contract ends --use-contract drop -D OUTER
// expect: TRUE
// flags: --check-contract fresh --use-contract make
// expect: TRUE
// flags: --check-contract fresh --use-contract make -D ONCE
// expect: FALSE(assert)
// flags: --check-contract calls --use-contract inner
// expect: UNKNOWN(unsupported: a clause of a contract that calls a function with --use-contract)
#include <stdlib.h>
struct pair {
    int first, second;
};
void inner(int *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
    __CPROVER_assigns(*p)
    __CPROVER_ensures(*p > 0)
#ifdef NEVER
    __CPROVER_ensures(*p < 0)
#endif
    ;
void inner(int *p) { *p = 1; }
void outer(struct pair *a)
    __CPROVER_requires(__CPROVER_is_fresh(a, sizeof *a))
#ifdef OUTER
    __CPROVER_assigns(a->second)
#endif
    __CPROVER_assigns(a->first)
    __CPROVER_ensures(a->first > 0);
void outer(struct pair *a) {
    inner(&a->first);
#ifdef WIDE
    inner(&a->second); // BUG
#endif
}
int local(void)
    __CPROVER_ensures(__CPROVER_return_value > 0);
int local(void) {
    int x, *p = malloc(sizeof *p);
    inner(&x);
    if (!p)
        return x;
    inner(p);
    x = *p;
    free(p);
    return x;
}
void drop(int *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
    __CPROVER_frees(p);
void drop(int *p) { free(p); }
void ends(int *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
#ifdef OUTER
    __CPROVER_frees(p)
#endif
    ;
void ends(int *p) {
    drop(p); // BUG
}
int *make(void)
    __CPROVER_ensures(__CPROVER_is_fresh(__CPROVER_return_value, sizeof(int)) && *__CPROVER_return_value == 2);
int *make(void) { return NULL; }
void fresh(int **p, int **q)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p) && __CPROVER_is_fresh(q, sizeof *q))
    __CPROVER_assigns(*p, *q)
    __CPROVER_ensures(__CPROVER_is_fresh(*p, sizeof(int)) && __CPROVER_is_fresh(*q, sizeof(int)) && **p == 3); // BUG
void fresh(int **p, int **q) {
    *p = make();
#ifdef ONCE
    *q = *p;
#else
    *q = make();
#endif
    **p = 3;
}
int asks(int *p) { return inner(p), *p; }
void calls(int *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
    __CPROVER_ensures(asks(p));
void calls(int *p) {}
