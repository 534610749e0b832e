// Two places in one function: a jump to the inner one leaves the outer one as it is.
// expect: TRUE
#include <assert.h>
#include <setjmp.h>
struct handler { jmp_buf place; struct handler *outer; };
static struct handler *innermost;
static void leave(int what) {
    struct handler *h = innermost;
    innermost = h->outer;
    longjmp(h->place, what);
}
int main(void) {
    struct handler outer = { .outer = 0 };
    volatile int inside = 0;
    innermost = &outer;
    int what = setjmp(outer.place);
    if (what == 0) {
        struct handler inner;
        inner.outer = innermost;
        innermost = &inner;
        if (setjmp(inner.place) == 0) leave(1);
        inside++;
        assert(innermost == &outer);
        leave(2);
    }
    assert(what == 2 && inside == 1 && innermost == 0);
    return 0;
}
