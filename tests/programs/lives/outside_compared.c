// A pointer from outside of the program may equal any other, and any number.
// flags: --entry twice
// expect: FALSE(assert)
// flags: --entry twice --memory flat
// expect: FALSE(assert)
// flags: --entry both
// expect: FALSE(assert)
// flags: --entry aligned
// expect: FALSE(assert)
// flags: --entry is_null
// expect: FALSE(assert)
// flags: --entry is_not_null
// expect: FALSE(assert)
// flags: --entry is_own
// expect: FALSE(assert)
// flags: --entry given
// expect: TRUE
// flags: --entry the_same
// expect: TRUE
#include <assert.h>
#include <stdint.h>
char *any(void);
char own[8];

void twice(void) { char *p = any(), *q = any(); assert(p != q); } // BUG
void both(char *p, char *q) { assert(p != q); } // BUG
void aligned(void) { assert((uintptr_t)any() % 4 == 0); } // BUG
void is_null(void) { assert(!any()); } // BUG
void is_not_null(void) { assert(any()); } // BUG
void is_own(void) { assert(any() != own); } // BUG
void given(char *p, char *q) { assert(p && q); }
void the_same(void) { char *p = any(), *q = p; assert(p + 1 == q + 1); }
