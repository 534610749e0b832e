// What the bits of an address are as a floating-point number, and how many bytes they count, depends on where objects lie.
// flags: --check assert,memory
// expect: UNKNOWN(unsupported)
// flags: --check assert,memory -D SIZE
// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
static int x;
int main(void) {
    int *p = &x;
#ifdef SIZE
    assert(malloc((uintptr_t)p) == 0);
#else
    double d;
    memcpy(&d, &p, sizeof d);
    assert(d < 1.0);
#endif
    return 0;
}
