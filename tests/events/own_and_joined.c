// Thread-local variables, a result by join through two generations.
// flags: --engine bmc --bound 4
// expect: TRUE
#include "common.h"
static _Thread_local int mine = 5;
static int shared;
T(child) { mine++; shared = mine; return &shared; }
T(parent) { pthread_t t; void *r; mine = 9; MK(t, child, 0); pthread_join(t, &r); assert(*(int *)r == 6 && mine == 9); return r; }
int main(void) {
    pthread_t t; void *r;
    MK(t, parent, 0);
    pthread_join(t, &r);
    assert(*(int *)r == 6 && mine == 5);
    return 0;
}
