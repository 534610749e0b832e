// Pointer parameters of an entry function are anything but null; what they lead to is not known.
// flags: --entry some
// expect: TRUE
// flags: --entry within
// expect: UNKNOWN(unsupported: argument 1 of within, used as an address)
// flags: --entry beyond
// expect: UNKNOWN(unsupported: argument 1 of beyond, used as an address)
#include <assert.h>
void some(char *p, char *q) { assert(p && q); }
int within(char *p) { return p[7] == 3; }
int beyond(char *p) { return p[1 << 20]; }
