/* See anderson.c. */
#include "lock.pml"

#ifdef BROKEN
#define PLACES (THREADS - 1)
#else
#define PLACES THREADS
#endif

byte next;
/* Whether someone may not enter: initial values are zero but for the first place. */
bool must_not[PLACES];
byte place[THREADS];

inline lock() {
    atomic { mine = next % PLACES; next++ };
    do
    :: (mine == 0) == must_not[mine]
    :: else -> break
    od;
    must_not[mine] = (mine == 0);
    place[me] = mine
}

inline unlock() {
    mine = (place[me] + 1) % PLACES;
    must_not[mine] = (mine != 0)
}

active [THREADS] proctype thread() {
    byte me, round, mine;
    rounds()
}
