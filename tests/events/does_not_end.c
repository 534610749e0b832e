// A thread never ends, which exhaustive search of its states does not tell.
// flags: --check termination
// expect: UNKNOWN(a loop may not end)
#include "common.h"
T(p) { for (;;) {} return arg; }
int main(void) {
    pthread_t t;
    MK(t, p, 0); J(t);
    return 0;
}
