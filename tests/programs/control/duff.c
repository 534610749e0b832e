// expect: TRUE
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned count = 1 + __VERIFIER_nondet_uint() % 9, done = 0, n = (count + 3) / 4;
    switch (count % 4) {
    case 0: do { done++;
    case 3: done++;
    case 2: done++;
    case 1: done++;
            } while (--n > 0);
    }
    assert(done == count);
    return 0;
}
