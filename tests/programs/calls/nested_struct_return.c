// expect: TRUE
#include <assert.h>
struct pair { long a, b; };
struct triple { struct pair p; long c; };
static struct pair make(long a) { return (struct pair){a, -a}; }
static struct triple wrap(struct pair p) { return (struct triple){p, p.a * 2}; }
int main(void) {
    struct triple t = wrap(make(21));
    assert(t.p.b == -21 && t.c == 42);
    assert(wrap(make(1)).p.a == 1);
    return 0;
}
