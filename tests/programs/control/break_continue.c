// expect: TRUE
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), odd = 0, last = -1;
    for (int i = 0; i < 10; i++) {
        if (i == n)
            break;
        if (i % 2 == 0)
            continue;
        odd++;
        last = i;
    }
    assert(n != 6 || (odd == 3 && last == 5));
    assert((n >= 0 && n < 10) || odd == 5);
    return 0;
}
