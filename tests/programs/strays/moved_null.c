// A null pointer that is moved may come to lie on an object that the program has looked at as a number.
// flags: --check assert
// expect: FALSE(assert)
// flags: --check assert,memory
// expect: FALSE(assert)
// flags: --check assert -D BACK
// expect: TRUE
#include <assert.h>
#include <stdint.h>

int main(void) {
    int x = 5;
    char *p = 0;
    p += (uintptr_t)&x;
    *p = 1;
#ifdef BACK
    assert(x == 1);
#else
    assert(x == 5); // BUG
#endif
    return 0;
}
