// A function with a contract, see docs/manual/contracts.md.
#include <stddef.h>

struct ring {
    size_t size, next;
    int *slots;
};

static _Bool is_ring(struct ring *r) {
    return __CPROVER_is_fresh(r, sizeof *r) && 0 < r->size && r->size < 1000 && r->next < r->size &&
           __CPROVER_is_fresh(r->slots, r->size * sizeof *r->slots);
}

void put(struct ring *r, int value)
    __CPROVER_requires(is_ring(r))
    __CPROVER_assigns(r->next, r->slots[r->next])
    __CPROVER_ensures(r->slots[__CPROVER_old(r->next)] == value)
    __CPROVER_ensures(r->next < r->size)
{
    r->slots[r->next] = value;
#ifdef WRONG
    r->next++;
#else
    r->next = (r->next + 1) % r->size;
#endif
}
