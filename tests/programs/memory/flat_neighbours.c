// Objects of the heap may follow each other without a gap, in either order.
// flags: --memory flat -DFORWARD
// expect: FALSE(assert)
// flags: --memory flat -DBACKWARD
// expect: FALSE(assert)
// flags: --memory flat -DORDER
// expect: FALSE(assert)
// flags: --memory flat -DALIGNED
// expect: FALSE(assert)
// flags: --memory flat -DMODULO
// expect: FALSE(assert)
// flags: --memory flat -m32 -DFORWARD
// expect: FALSE(assert)
// flags: --memory flat
// expect: TRUE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(16), *q = malloc(16), *r = malloc(16);
    uintptr_t a = (uintptr_t)p, b = (uintptr_t)q, c = (uintptr_t)r;
#if defined FORWARD
    assert(a + 16 != b || b + 16 != c);
#elif defined BACKWARD
    assert(c + 16 != b || b + 16 != a);
#elif defined ORDER
    assert(!(b < c && c < a));
#elif defined ALIGNED
    assert(a % 32 == 0);
#elif defined MODULO
    assert(a % 4096 != b % 4096);
#else
    assert(p != q && a != b + 8 && a % 8 == 0 && a && p + 3 != q + 5);
#endif
    free(p);
    free(q);
    free(r);
    return 0;
}
