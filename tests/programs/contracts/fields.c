// Bit-fields in contracts: their values before a call.
// flags: --check-contract set
// expect: TRUE
// flags: --check-contract set -D WRONG
// expect: FALSE(assert)
// flags: --check-contract target
// expect: UNKNOWN(unsupported: a target of __CPROVER_assigns)
#ifdef WRONG
#define VALUE 2
#else
#define VALUE 1
#endif
struct flags {
    unsigned low : 3, high : 5;
    int n;
} g;
void set(struct flags *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof(*p)))
    __CPROVER_assigns(*p)
    __CPROVER_ensures(p->low == __CPROVER_old(p->low) && p->n == __CPROVER_old(p->n) && p->high == 1) // BUG
{
    p->high = VALUE;
}
void target(void) __CPROVER_requires(1) __CPROVER_assigns(g.low) {
    g.high = VALUE;
}
