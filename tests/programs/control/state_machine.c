// A vending machine: it never gives out more than was paid for.
// flags: --bound 7
// expect: TRUE
#include <assert.h>
unsigned char __VERIFIER_nondet_uchar(void);
enum state { IDLE, PAID, SERVED };
int main(void) {
    enum state s = IDLE;
    int paid = 0, served = 0;
    for (int i = 0; i < 6; i++) {
        unsigned char event = __VERIFIER_nondet_uchar();
        switch (s) {
        case IDLE:
            if (event == 'c') {
                paid++;
                s = PAID;
            }
            break;
        case PAID:
            if (event == 'b') {
                served++;
                s = SERVED;
            } else if (event == 'r') {
                paid--;
                s = IDLE;
            }
            break;
        case SERVED:
            s = IDLE;
            break;
        }
        assert(served <= paid);
    }
    return 0;
}
