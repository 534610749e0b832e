// A local variable that has changed since the place was marked is indeterminate (C11 7.13.2.1p3).
// flags: --bound 3 -DTYPE=int
// expect: FALSE(assert)
// flags: --bound 3 -DTYPE=double
// expect: FALSE(assert)
// flags: --bound 3 -DTYPE=unsigned -DADDRESS
// expect: FALSE(assert)
// flags: --bound 3 -DTYPE=short -DMEMBER
// expect: FALSE(assert)
// flags: --bound 3 -DTYPE=char -DELEMENT
// expect: FALSE(assert)
#include <assert.h>
#include <setjmp.h>
static jmp_buf place;
struct pair { char a; TYPE b; };
static void write_to(TYPE *p) { *p = 2; }
int main(void) {
#ifdef MEMBER
    struct pair s = { 1, 1 };
#define x s.b
#elif defined ELEMENT
    TYPE a[100] = { 0, 0, 1 };
#define x a[2]
#else
    TYPE x = 1;
#endif
    if (setjmp(place) == 0) {
#ifdef ADDRESS
        write_to(&x);
#else
        x = 2;
#endif
        longjmp(place, 1);
    }
    assert(x == 2); // BUG
    return 0;
}
