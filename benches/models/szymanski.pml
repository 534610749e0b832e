/* See szymanski.c. */
#include "lock.pml"

#define OUTSIDE 0
#define WANTS 1
#define WAITS 2
#define DOORWAY 3
#define CLOSED 4

byte flag[THREADS];

/* Sets `found`. */
inline someone(state) {
    other = 0;
    do
    :: other < THREADS ->
        if
        :: flag[other] == state ->
            found = true;
            break
        :: else -> other++
        fi
    :: else ->
        found = false;
        break
    od
}

/* Waits for each from `begin` to before `end` while it is busy. */
inline wait_for_each(begin, end, busy) {
    other = begin;
    do
    :: other < end ->
        if
        :: busy
        :: else -> other++
        fi
    :: else -> break
    od
}

inline lock() {
    flag[me] = WANTS;
    wait_for_each(0, THREADS, flag[other] >= DOORWAY);
    flag[me] = DOORWAY;
    someone(WANTS);
    if
    :: found ->
        flag[me] = WAITS;
        found = false;
        do
        :: !found -> someone(CLOSED)
        :: else -> break
        od
    :: else
    fi;
    flag[me] = CLOSED;
#ifndef BROKEN
    wait_for_each(0, me, flag[other] >= WAITS)
#endif
}

inline unlock() {
    wait_for_each(me + 1, THREADS, flag[other] == WAITS || flag[other] == DOORWAY);
    flag[me] = OUTSIDE
}

active [THREADS] proctype thread() {
    byte me, round, other;
    bool found;
    rounds()
}
