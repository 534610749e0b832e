// Objects that live at the same time share no byte. Which one lies first, and whether there is room between them, is open.
// expect: TRUE
// flags: -DBETWEEN
// expect: UNKNOWN(unsupported: where objects lie in memory decides)
// flags: -DHELD
// expect: TRUE
// flags: -DEITHER
// expect: FALSE(assert)
#include <assert.h>
#include <stdint.h>
#include <string.h>
struct text {
    char *start;
    char room[16];
};
static char other[8];
static int x[4], y[4];
int main(void) {
    uintptr_t a = (uintptr_t)x, b = (uintptr_t)y;
    assert(a + 16 <= b || b + 16 <= a);
#ifdef BETWEEN
    assert(a + 17 <= b || b + 16 <= a);
#endif
    // A pointer beneath a write that could reach it only if one object lay in another one.
    struct text t = {t.room, "abc"};
    uintptr_t from = (uintptr_t)other, to = (uintptr_t)t.start;
    if (from >= to && from <= to + 3) memcpy(t.start + (to + 3 - from), t.room + 4, from - to + 1);
#ifdef HELD
    assert(t.start == t.room);
    *t.start = 'x';
    assert(t.start == t.room && t.room[0] == 'x');
#endif
#ifdef EITHER
    if (from < to) t.start = other;
    assert(t.start == t.room); // BUG
#endif
}
