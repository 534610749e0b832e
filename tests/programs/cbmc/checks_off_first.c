// A violation of a check that is off does not hide another one within the same bound, also where it is found first.
// flags: --bound 12
// expect: UNKNOWN(unsupported: a violation of over-shift under `#pragma CPROVER check disable`)
// flags: --bound 12 -D ASSERT
// expect: FALSE(assert)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = 0;
    int n = __VERIFIER_nondet_int();
    int amount = __VERIFIER_nondet_int();
    for (int i = 0; i < n && i < 12; i++) {
#pragma CPROVER check push
#pragma CPROVER check disable "undefined-shift"
        x = 1 << (amount & 63);
#pragma CPROVER check pop
#ifdef ASSERT
        assert(i != 9); // BUG
#endif
    }
    return x;
}
