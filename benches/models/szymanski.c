/* B. K. Szymanski's lock ("A simple solution to Lamport's concurrent programming problem with linear wait", 1988). BROKEN:
 * a thread does not let those before it go first. */
#include "lock.h"

/* Outside, wants to enter, waits for others to come along, in the doorway, inside with the door closed. */
enum { OUTSIDE, WANTS, WAITS, DOORWAY, CLOSED };

static atomic_int flag[THREADS];

static int someone(int is) {
    for (int other = 0; other < THREADS; other++)
        if (flag[other] == is) return 1;
    return 0;
}

static void lock(int me) {
    flag[me] = WANTS;
    for (int other = 0; other < THREADS; other++)
        while (flag[other] >= DOORWAY) {}
    flag[me] = DOORWAY;
    if (someone(WANTS)) {
        flag[me] = WAITS;
        while (!someone(CLOSED)) {}
    }
    flag[me] = CLOSED;
#ifndef BROKEN
    for (int other = 0; other < me; other++)
        while (flag[other] >= WAITS) {}
#endif
}

static void unlock(int me) {
    for (int other = me + 1; other < THREADS; other++)
        for (int seen = flag[other]; seen == WAITS || seen == DOORWAY; seen = flag[other]) {}
    flag[me] = OUTSIDE;
}
