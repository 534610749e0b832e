// Neither the order nor the distance of objects is fixed.
// flags: -DFORWARD
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DBACKWARD
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DFORWARD -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DBACKWARD -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DPOINTERS
// expect: FALSE(assert)
// flags: -DPOINTERS -DTURNED
// expect: FALSE(assert)
// flags: -DPOINTERS -m32
// expect: FALSE(assert)
// flags: -DPOINTERS -DTURNED -m32
// expect: FALSE(assert)
// flags: -DHEAP
// expect: FALSE(assert)
// flags: -DLOCALS
// expect: FALSE(assert)
// flags: -DBEHIND
// expect: FALSE(assert)
// flags: -DDISTANCE
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -DBITS
// expect: UNKNOWN(unsupported: where objects lie in memory)
// flags: -DNUMBER
// expect: UNKNOWN(unsupported: where objects lie in memory)
// flags: -DORDERED
// expect: TRUE
// flags: -DORDERED -m32
// expect: TRUE
// flags: -DSAME
// expect: TRUE
// flags: -DSAME -m32
// expect: TRUE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static int a, b;
int main(void) {
#if defined FORWARD
    assert((uintptr_t)&a < (uintptr_t)&b); // BUG
#elif defined BACKWARD
    assert((uintptr_t)&a > (uintptr_t)&b); // BUG
#elif defined POINTERS
#ifdef TURNED
    assert(&b < &a); // BUG
#else
    assert(&a < &b); // BUG
#endif
#elif defined HEAP
    int *p = malloc(4), *q = malloc(4);
    assert(p < q); // BUG
#elif defined LOCALS
    int x[4], y[4], *p = x + 1, *q = y + 2;
    assert(p < q); // BUG
#elif defined BEHIND
    // The one may begin where the other ends.
    int x[4], y[4], *p = x + 4, *q = y;
    assert(p != q); // BUG
#elif defined DISTANCE
    assert((uintptr_t)&a - (uintptr_t)&b < 100000); // BUG
#elif defined BITS
    assert(((uintptr_t)&a >> 12) % 16 != 3);
#elif defined NUMBER
    assert((uintptr_t)&a > 70000);
#elif defined ORDERED
    int x[4], y[4], z[4], *p = x, *q = y, *r = z;
    // Whatever the order is, it is one, and objects do not overlap.
    if (p < q && q < r)
        assert(p < r && p + 3 < q && p + 4 <= q);
    assert((p < q) + (q < p) == 1 && p != q && p + 1 != q + 1);
#elif defined SAME
    int x[4];
    uintptr_t first = (uintptr_t)x, last = (uintptr_t)(x + 3);
    assert(last - first == 12 && first < last && first % 4 == 0 && first && first != (uintptr_t)&a);
    assert((int *)last == &x[3] && (int *)(first | 1) != x && (first & ~(uintptr_t)3) == first);
#endif
    return 0;
}
