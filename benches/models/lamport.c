/* L. Lamport's lock that is fast without contention ("A fast mutual exclusion algorithm", 1987). BROKEN: a thread that was
 * overtaken does not wait until the others have seen it. */
#include "lock.h"

static atomic_bool wants[THREADS];
/* Numbers of threads from 1 on; 0 is nobody. */
static atomic_int x, y;

static void lock(int me) {
    for (;;) {
        wants[me] = 1;
        x = me + 1;
        if (y != 0) {
            wants[me] = 0;
            while (y != 0) {}
            continue;
        }
        y = me + 1;
        if (x == me + 1) return;
        wants[me] = 0;
#ifndef BROKEN
        for (int other = 0; other < THREADS; other++)
            while (wants[other]) {}
#endif
        if (y == me + 1) return;
        while (y != 0) {}
    }
}

static void unlock(int me) {
    y = 0;
    wants[me] = 0;
}
