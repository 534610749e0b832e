// expect: FALSE(invalid-write)
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned char a[16], b[32];
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 32)
        return 0;
    memcpy(a, b, n);
    return a[0];
}
