// What was stored has to be a truth value.
// flags: -D INDEX=1
// expect: FALSE(invalid-value)
// flags: -D INDEX=n
// expect: FALSE(invalid-value)
// flags: -D INDEX=1 --check default,uninit
// expect: FALSE(invalid-value)
#include <stdbool.h>
#include <string.h>
extern unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    bool flags[3];
    unsigned n = __VERIFIER_nondet_uint() % 3;
    memset(flags, 2, sizeof flags);
    return flags[INDEX] ? 1 : 0; // BUG
}
