// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), r = 0;
    switch (n) {
    case 1: r += 1; /* fall through */
    case 2: r += 2; break;
    case 10 ... 20: r = 100; break;
    default: r = -1;
    }
    assert(n != 1 || r == 3);
    assert(n != 2 || r == 2);
    assert(n < 10 || n > 20 || r == 100);
    assert(n >= 1 || r == -1);
    return 0;
}
