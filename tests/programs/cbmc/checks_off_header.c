// A header turns a check off; nothing else has a word of the verifier that this is for.
// flags: --check unsigned-overflow
// expect: UNKNOWN(unsupported: a violation of unsigned-overflow)
// flags: --check unsigned-overflow -D LEAST=1
// expect: TRUE
#include "checks_off.h"
extern unsigned __VERIFIER_nondet_uint(void);
#ifndef LEAST
#define LEAST 0
#endif
int main(void) {
    unsigned x = __VERIFIER_nondet_uint();
    return x >= LEAST && before(x) == 7;
}
