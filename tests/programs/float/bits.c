// expect: TRUE
#include <assert.h>
union u { float f; unsigned b; };
int main(void) {
    union u v;
    v.f = 1.0f;
    assert(v.b == 0x3f800000u);
    v.b |= 0x80000000u;
    assert(v.f == -1.0f);
    return 0;
}
