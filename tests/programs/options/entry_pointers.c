// Pointer parameters of an entry function are anything but null, unless null is asked for; what they lead to is not known.
// flags: --entry some
// expect: TRUE
// flags: --entry some --entry-pointers nonnull
// expect: TRUE
// flags: --entry some --entry-pointers any
// expect: FALSE(assert)
// flags: --entry some --entry-pointers any --memory flat
// expect: FALSE(assert)
// flags: --entry within
// expect: UNKNOWN(unsupported: argument 1 of within, used as an address)
// flags: --entry within --entry-pointers any --check memory
// expect: FALSE
// flags: --entry guarded --entry-pointers any
// expect: UNKNOWN(unsupported: argument 1 of guarded, used as an address)
// flags: --entry unguarded --entry-pointers any
// expect: FALSE(null-dereference)
// flags: --entry beyond
// expect: UNKNOWN(unsupported: argument 1 of beyond, used as an address)
#include <assert.h>
void some(char *p, char *q) { assert(p && q); } // BUG
int within(char *p) { return p[7] == 3; } // BUG
int guarded(int *p) { return p ? *p : 0; }
int unguarded(int *p) { return *p; } // BUG
int beyond(char *p) { return p[1 << 20]; }
