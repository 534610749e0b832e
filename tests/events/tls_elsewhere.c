// A thread-local variable is written by another thread, while its own lives.
// flags: --engine bmc --bound 4 --check assert,memory
// expect: TRUE
// flags: --engine bmc --bound 4 --check assert,memory -D OTHER
// expect: FALSE(assert)
#include "common.h"
static _Thread_local int mine = 3;
T(p) { if (mine == 3) *(int *)arg = 7; return 0; }
int main(void) {
    pthread_t t;
    MK(t, p, &mine); J(t);
#ifdef OTHER
    assert(mine == 3);
#else
    assert(mine == 7);
#endif
    return 0;
}
