/* See lamport.c. */
#include "lock.pml"

bool wants[THREADS];
byte x, y;

inline await_nobody() {
    do
    :: y != 0
    :: else -> break
    od
}

inline lock() {
    do
    :: true ->
        wants[me] = true;
        x = me + 1;
        if
        :: y != 0 ->
            wants[me] = false;
            await_nobody()
        :: else ->
            y = me + 1;
            if
            :: x == me + 1 -> break
            :: else ->
                wants[me] = false;
#ifndef BROKEN
                other = 0;
                do
                :: other < THREADS ->
                    if
                    :: wants[other]
                    :: else -> other++
                    fi
                :: else -> break
                od;
#endif
                if
                :: y == me + 1 -> break
                :: else -> await_nobody()
                fi
            fi
        fi
    od
}

inline unlock() {
    y = 0;
    wants[me] = false
}

active [THREADS] proctype thread() {
    byte me, round, other;
    rounds()
}
