// What goes into a ring comes out in order.
// flags: --bound 7
// expect: TRUE
// flags: --bound 7 -DBUG
// expect: FALSE(assert)
#include "common.h"

static unsigned char ring[4];
static unsigned head, tail;
static int put(unsigned char c) {
    if (tail - head == FIX(4, 5))
        return 0;
    ring[tail++ % 4] = c;
    return 1;
}
int main(void) {
    head = tail = __VERIFIER_nondet_uint();
    unsigned char sent[6];
    int n = 0;
    for (int i = 0; i < 6; i++) {
        unsigned char c = __VERIFIER_nondet_uchar();
        if (put(c))
            sent[n++] = c;
    }
    for (int i = 0; i < n; i++)
        assert(ring[head++ % 4] == sent[i]);
    return 0;
}
