/* See peterson.c. */
#include "lock.pml"

byte level[THREADS], last[THREADS];

inline lock() {
    l = 1;
    do
    :: l < THREADS ->
#ifdef BROKEN
        last[l] = me;
        level[me] = l;
#else
        level[me] = l;
        last[l] = me;
#endif
        other = 0;
        do
        :: other == THREADS -> break
        :: other == me -> other++
        :: other < THREADS && other != me ->
            if
            :: level[other] < l -> other++
            :: else ->
                if
                :: last[l] != me -> other++
                :: else
                fi
            fi
        od;
        l++
    :: else -> break
    od
}

inline unlock() { level[me] = 0 }

active [THREADS] proctype thread() {
    byte me, round, l, other;
    rounds()
}
