// Without its check, a read of the null page ends the run, also where only some values of the pointer lie there.
// flags: --check assert
// expect: TRUE
// flags: --check assert --memory flat
// expect: TRUE
// flags: --check null-dereference,assert
// expect: FALSE(null-dereference)
#include <assert.h>
int *__VERIFIER_nondet_pointer(void);
int main(void) {
    int *p = __VERIFIER_nondet_pointer();
    if ((unsigned long)p < 100) {
        int v = *p; // BUG
        assert(0);
        return v;
    }
    return 0;
}
