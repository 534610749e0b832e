/* G. L. Peterson's lock for several threads ("Myths about the mutual exclusion problem", 1981). BROKEN: a thread lets the
 * others go first before it says that it wants to enter. */
#include "lock.h"

static atomic_int level[THREADS], last[THREADS];

static void lock(int me) {
    for (int l = 1; l < THREADS; l++) {
#ifdef BROKEN
        last[l] = me;
        level[me] = l;
#else
        level[me] = l;
        last[l] = me;
#endif
        for (int other = 0; other < THREADS; other++)
            while (other != me && level[other] >= l && last[l] == me) {}
    }
}

static void unlock(int me) { level[me] = 0; }
