// What a call by another type does not pass, and what it does not get, are two values.
// replay: a call of a function of another type
// flags: --check assert
// expect: FALSE(assert)
// flags: --check assert,calls
// expect: FALSE(call-mismatch)
// flags: --check assert -DWIDE
// expect: FALSE(assert)
#include <assert.h>
#ifdef WIDE
typedef long long passed;
#else
typedef int passed;
#endif
static passed seen;
static void keep(passed n) { seen = n; }
int main(void) {
    int (*call)(void) = (int (*)(void))keep;
    int n = call(); // BUG
    assert(n == (int)seen); // BUG
    return 0;
}
