/* See ring.c. */
#ifndef THREADS
#define THREADS 3
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif

byte way[THREADS], leader[ROUNDS];

inline send(what) {
    do
    :: way[to] != 0
    :: else -> break
    od;
    way[to] = what
}

active [THREADS] proctype thread() {
    byte me, to, mine, message, round;
    me = _pid;
    to = (me + 1) % THREADS;
    mine = 1 + (me + me / 2) % THREADS;
    do
    :: round < ROUNDS ->
        send(mine);
        do
        :: true ->
            do
            :: message == 0 -> message = way[me]
            :: else -> break
            od;
            way[me] = 0;
            if
            :: message > THREADS ->
                if
                :: message != mine + THREADS -> send(message)
                :: else
                fi;
                break
            :: message == mine ->
                assert(leader[round] == 0);
                leader[round] = mine;
                send(mine + THREADS)
#ifdef BROKEN
            :: message < mine -> send(message)
#endif
            :: message > mine && message <= THREADS -> send(message)
#ifndef BROKEN
            :: message < mine
#endif
            fi;
            message = 0
        od;
        message = 0;
        round++
    :: else -> break
    od
}
