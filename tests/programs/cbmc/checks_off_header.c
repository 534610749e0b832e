// A header turns a check off; nothing else has a word of the verifier that this is for. It is read twice, once with all
// checks on.
// flags: --check unsigned-overflow
// expect: TRUE
// flags: --check unsigned-overflow -D TWICE
// expect: FALSE(unsigned-overflow)
#include "checks_off.h"
#define CHECKED
#include "checks_off.h"
extern _Bool __VERIFIER_nondet_bool(void);
int main(void) {
    unsigned x = __VERIFIER_nondet_bool();
#ifdef TWICE
    return checked(x) == 7;
#endif
    return before(x) == 7;
}
