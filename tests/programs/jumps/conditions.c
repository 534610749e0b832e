// The places where the standard admits a call of setjmp.
// flags: --bound 8
// expect: TRUE
#include <setjmp.h>
#include <assert.h>
static jmp_buf b; static int n;
static void f(void) { n++; longjmp(b, n); }
int main(void) {
    volatile int i = 0;
    while (setjmp(b) < 3) f();
    assert(n == 3);
    n = 0;
    int x = setjmp(b) == 0 ? 1 : 2;
    if (x == 1) f();
    assert(x == 2);
    for (i = 0; i < 3; i++) { if (setjmp(b) == 0) f(); }
    assert(i == 3 && n == 4);
}
