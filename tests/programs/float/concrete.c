// expect: TRUE
#include <assert.h>
int main(void) {
    volatile double tenth = 0.1;
    assert(tenth + 0.2 != 0.3);
    assert(tenth * 10 == 1.0);
    float f = 16777216.0f;
    assert(f + 1.0f == f);
    assert((int)3.99 == 3 && (int)-3.99 == -3);
    assert(1.0 / 3.0 > 0.333 && 1.0 / 3.0 < 0.334);
    double zero = 0.0;
    assert(-zero == zero && 1.0 / zero > 1e308);
    double nan = zero / zero;
    assert(nan != nan && !(nan < 1.0));
    return 0;
}
