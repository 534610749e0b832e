// A vending machine takes N events; what was paid is what is in it or was given back or bought for. Broken: a refund is lost.
// bound: N + 1
#include "growth.h"

enum state { IDLE, PAID, SERVING };

int main(void) {
    enum state state = IDLE;
    unsigned credit = 0, paid = 0, returned = 0, sold = 0;
    for (int i = 0; i < N; i++) {
        switch (__VERIFIER_nondet_uint() % 4) {
        case 0:
            if (state != SERVING && credit < 200) {
                unsigned coin = 10 * (1 + __VERIFIER_nondet_uint() % 5);
                credit += coin;
                paid += coin;
                state = PAID;
            }
            break;
        case 1:
            if (state == PAID && credit >= 50) {
                credit -= 50;
                sold++;
                state = SERVING;
            }
            break;
        case 2:
            if (state == SERVING)
                state = credit ? PAID : IDLE;
            break;
        default:
            if (state == PAID) {
                if (!(WRONG && credit == 240))
                    returned += credit;
                credit = 0;
                state = IDLE;
            }
        }
        assert(paid == credit + returned + 50 * sold);
        assert(state != IDLE || credit == 0);
    }
}
