// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    assert((x & 0xf0u) + (x & 0x0fu) == (x & 0xffu));
    return 0;
}
