// A truth value that was never set is any truth value, as an integer is any integer: to read it is what `uninit` is about.
// flags:
// expect: TRUE
// flags: --check default -m 32
// expect: TRUE
// flags: --memory flat
// expect: TRUE
// flags: --check default,uninit
// expect: FALSE(uninitialised)
// flags: --check default -D EXACT
// expect: FALSE(assert)
#include <assert.h>
#include <stdbool.h>
#include <stdlib.h>
struct flags { int n; bool ready, done; };
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    bool local;
    bool many[4];
    struct flags *heap = malloc(sizeof *heap);
    unsigned n = __VERIFIER_nondet_uint() % 4;
    int count = 0;
    if (local) // BUG
        count++;
    if (many[n])
        count++;
    if (heap->ready)
        count++;
    bool copy = heap->done;
    count += copy;
#ifdef EXACT
    assert(count != 4); // BUG
#endif
    assert(count >= 0 && count <= 4 && (copy == 0 || copy == 1));
    free(heap);
    return 0;
}
