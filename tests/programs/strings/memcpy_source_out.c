// expect: FALSE(invalid-read)
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned char a[64], b[32];
int main(void) {
    unsigned n = __VERIFIER_nondet_uint();
    if (n > 64)
        return 0;
    memcpy(a, b, n);
    return a[0];
}
