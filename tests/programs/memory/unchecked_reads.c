// Reads that reach no object yield any value where their check is off: outside of an array, of freed memory, through a pointer
// that was never set or was made of a number, of a structure, and more than once.
// flags: --check assert -D OUTSIDE
// expect: FALSE(assert)
// flags: --check assert -D FREED
// expect: FALSE(assert)
// flags: --check assert -D STRUCTURE
// expect: FALSE(assert)
// flags: --check assert -D EITHER
// expect: FALSE(assert)
// flags: --check assert -D TWICE
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct s {
    int x;
    short y;
};
int a[2];
int main(void) {
    int n = __VERIFIER_nondet_int();
#ifdef OUTSIDE
    assert(a[n] == 0); // BUG
#elif defined FREED
    int *p = malloc(sizeof *p);
    if (!p) return 0;
    *p = 1;
    free(p);
    assert(*p == 1); // BUG
#elif defined STRUCTURE
    struct s *p;
    assert(p->x != 3 || p->y != 7); // BUG
#elif defined EITHER
    int b[2] = {1, 2};
    int *p = n ? (int *)(long)__VERIFIER_nondet_int() : b;
    assert(*p == 1); // BUG
#elif defined TWICE
    // In the array in one iteration, beyond it in the next one.
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        a[0] = i;
        sum += a[i == 1 ? 0 : n];
    }
    assert(sum != 9 || n == 0 || n == 1); // BUG
#endif
    return 0;
}
