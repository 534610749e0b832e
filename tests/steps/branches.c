// Straight code, branches and wide inputs: one step of one thread.
// flags: --encoding steps --check assert
// expect: FALSE(assert)
// flags: --encoding steps --check assert -D RIGHT
// expect: TRUE
// flags: --encoding steps --check assert --steps instruction
// expect: FALSE(assert)
// flags: --encoding steps --check assert --steps instruction -D RIGHT
// expect: TRUE
#include <assert.h>

int nondet_int(void);
static int x = 2, y[4];

int main(void) {
    int a = nondet_int(), b = nondet_int();
    if (a > 10 && a < 1000) {
        x = a * 2;
        y[a & 3] = b;
    } else
        x = 20;
#ifdef RIGHT
    assert(x >= 20 && y[3] == (x > 20 && (a & 3) == 3 ? b : 0));
#else
    assert(x != 86 || y[3] != 77777777); // BUG
#endif
    return 0;
}
