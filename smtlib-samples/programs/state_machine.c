// A protocol that must not skip a state.
// flags: --bound 9
// expect: TRUE
// flags: --bound 9 -DBUG
// expect: FALSE(assert)
#include "common.h"

enum state { CLOSED, LISTEN, RECEIVED, OPEN, CLOSING };
int main(void) {
    enum state s = CLOSED, before;
    int seen = 0;
    for (int i = 0; i < 8; i++) {
        unsigned char event = __VERIFIER_nondet_uchar();
        before = s;
        switch (s) {
        case CLOSED: if (event == 1) s = LISTEN; break;
        case LISTEN: if (event == 2) s = FIX(RECEIVED, OPEN); else if (event == 0) s = CLOSED; break;
        case RECEIVED: if (event == 3) s = OPEN; break;
        case OPEN: if (event > 200) s = CLOSING; else seen++; break;
        case CLOSING: s = CLOSED; break;
        }
        assert(s != OPEN || before == OPEN || before == RECEIVED);
        assert(s != CLOSING || before == OPEN);
    }
    return 0;
}
