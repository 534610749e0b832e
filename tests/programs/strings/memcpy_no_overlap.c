// expect: TRUE
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
static char s[32];
int main(void) {
    unsigned at = __VERIFIER_nondet_uint();
    if (at < 8 || at > 24)
        return 0;
    memcpy(s, s + at, 8);
    return s[0];
}
