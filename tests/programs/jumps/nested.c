// Places within places: what is not handled inside is handed on outside.
// flags: --bound 4
// expect: TRUE
// flags: --bound 4 -DFAIL
// expect: FALSE(assert)
#include <assert.h>
#include <setjmp.h>
extern int __VERIFIER_nondet_int(void);
struct handler { jmp_buf place; struct handler *outer; };
static struct handler *innermost;
static void raise_error(int what) {
    struct handler *h = innermost;
    innermost = h->outer;
    longjmp(h->place, what);
}
static int handled_inside, handled_outside;
static void work(int n) {
    struct handler own = { .outer = innermost };
    innermost = &own;
    switch (setjmp(own.place)) {
    case 0:
        if (n > 0) raise_error(n);
        innermost = own.outer;
        break;
    case 1: handled_inside++; break;
    default: raise_error(2);
    }
}
int main(void) {
    struct handler own = { .outer = 0 };
    int n = __VERIFIER_nondet_int();
    innermost = &own;
    int what = setjmp(own.place);
    if (what == 0) {
        work(n);
        assert(innermost == &own && (n <= 0) == (handled_inside == 0));
        assert(n <= 1);
    } else {
        handled_outside++;
        assert(what == 2 && innermost == 0 && n > 1);
#ifdef FAIL
        assert(n != 77); // BUG
#endif
    }
    return 0;
}
