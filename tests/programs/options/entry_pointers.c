// Pointer parameters of an entry function lead to memory of their own that nothing is known of.
// flags: --entry distinct
// expect: TRUE
// flags: --entry within
// expect: UNKNOWN(unsupported: memory that the program does not define)
// flags: --entry beyond
// expect: UNKNOWN(unsupported: access to an object of unknown size)
#include <assert.h>
void distinct(char *p, char *q) { assert(p && q && p != q); }
int within(char *p) { return p[7] == 3; }
int beyond(char *p) { return p[1 << 20]; }
