// expect: FALSE(assert)
#include <assert.h>
struct packet { unsigned char version : 4, length : 4; unsigned short id; };
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    struct packet p = {0};
    unsigned n = __VERIFIER_nondet_uint();
    p.length = n;
    assert(p.length == n); // BUG
    return 0;
}
