// Jumps back that make a loop, from a call which the marking one does not precede in the text.
// flags: --bound 5
// expect: TRUE
// flags: --bound 5 -DFAIL
// expect: FALSE(assert)
// flags: --bound 2 -DANY
// expect: UNKNOWN(bound)
#include <assert.h>
#include <setjmp.h>
#ifdef ANY
extern int __VERIFIER_nondet_int(void);
#define LIMIT __VERIFIER_nondet_int()
#else
#define LIMIT 4
#endif
static jmp_buf place;
static int tries;
static void attempt(int limit) {
    if (++tries < limit) longjmp(place, tries);
}
int main(void) {
    int marked = 0, value, limit = LIMIT;
    if (limit < 1 || limit > 9) return 0;
    for (;;) {
        if (marked) {
            attempt(limit);
            break;
        }
        marked = 1;
        value = 10 + setjmp(place);
        assert(value == 10 + tries);
#ifdef FAIL
        assert(value < 13); // BUG
#endif
    }
    assert(tries == limit);
    return 0;
}
