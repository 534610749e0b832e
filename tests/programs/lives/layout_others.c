// Nor do functions, the command line and numbers have a fixed place among the objects.
// flags: -D FUNCTIONS
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -D FUNCTIONS -D TURNED
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -D NUMBERS
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -D NUMBERS -D TURNED
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -D MIXED
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -D MIXED -D TURNED
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -D ARGUMENTS
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -D ARGUMENTS -D TURNED
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -D LIMIT
// expect: FALSE(assert)|UNKNOWN(unsupported: where objects lie in memory)
// flags: -D PLACE
// expect: UNKNOWN(unsupported: where objects lie in memory)
// flags: -D LARGE -m32
// expect: FALSE(assert)|UNKNOWN(unsupported: addresses of objects of this size)
// flags: -D KNOWN
// expect: TRUE
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#ifdef TURNED
#define BEFORE(x, y) ((y) < (x))
#else
#define BEFORE(x, y) ((x) < (y))
#endif
static int a;
static void f(void) {}
static void g(void) {}
int main(int argc, char **argv) {
    char *p = (char *)&a;
#if defined FUNCTIONS
    assert(BEFORE((char *)f, (char *)g)); // BUG
#elif defined NUMBERS
    assert(BEFORE((uintptr_t)f, (uintptr_t)g)); // BUG
#elif defined MIXED
    assert(BEFORE(p, (char *)f)); // BUG
#elif defined ARGUMENTS
    assert(BEFORE(p, (char *)argv)); // BUG
#elif defined LIMIT
    assert(p < (char *)0x70000000); // BUG
#elif defined PLACE
    assert(p != (char *)0x12345678);
#elif defined LARGE
    char *x = malloc(0x50000000), *y = malloc(0x50000000), *z = malloc(0x50000000);
    assert(!((x < y || y < x) && (y < z || z < y) && (x < z || z < x))); // BUG
#elif defined KNOWN
    assert(p > (char *)0 && p != (char *)8 && p != (char *)-1 && p < (char *)-1);
    assert((void *)f != (void *)g && (char *)f != p && (uintptr_t)f != (uintptr_t)g && f);
#endif
    return 0;
}
