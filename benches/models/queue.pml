/* See queue.c. A mutex is taken in one step, as is the step from a condition's wait to its signal. */
#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 1
#endif
#define CAPACITY 1
#define NOBODY 0
#define NOT_FULL 1
#define NOT_EMPTY 2

bool locked;
/* What each process waits for. */
byte waiting[2 * THREADS];
byte items[CAPACITY], front, count, taken[THREADS];

inline lock() { atomic { !locked -> locked = true } }

inline unlock() { locked = false }

inline wait_for(signal) {
    atomic {
        locked = false;
        waiting[_pid] = signal
    };
    waiting[_pid] == NOBODY;
    lock()
}

/* Wakes any one. */
inline wake(signal) {
    atomic {
        other = 0;
        candidates = 0;
        do
        :: other < 2 * THREADS ->
            candidates = candidates + (waiting[other] == signal);
            other++
        :: else -> break
        od;
        other = 0;
        do
        :: candidates == 0 -> break
        :: candidates > 0 && waiting[other] != signal -> other++
        :: candidates > 0 && waiting[other] == signal ->
            waiting[other] = NOBODY;
            break
        :: candidates > 1 && waiting[other] == signal ->
            candidates--;
            other++
        od;
        other = 0;
        candidates = 0
    }
}

inline wait_while(condition, signal) {
#ifdef BROKEN
    if
    :: condition -> wait_for(signal)
    :: else
    fi
#else
    do
    :: condition -> wait_for(signal)
    :: else -> break
    od
#endif
}

active [THREADS] proctype producer() {
    byte item, at, other, candidates;
    item = _pid * ROUNDS;
    do
    :: item < (_pid + 1) * ROUNDS ->
        lock();
        wait_while(count == CAPACITY, NOT_FULL);
        assert(count < CAPACITY);
        at = front;
        at = (at + count) % CAPACITY;
        items[at] = item;
        at = count;
        count = at + 1;
        wake(NOT_EMPTY);
        unlock();
        item++
    :: else -> break
    od
}

active [THREADS] proctype consumer() {
    byte item, at, other, candidates, round;
    do
    :: round < ROUNDS ->
        lock();
        wait_while(count == 0, NOT_EMPTY);
        assert(count > 0);
        at = front;
        item = items[at];
        at = front;
        front = (at + 1) % CAPACITY;
        at = count;
        count = at - 1;
        at = 0;
        assert(item % ROUNDS == taken[item / ROUNDS]);
        at = taken[item / ROUNDS];
        taken[item / ROUNDS] = at + 1;
        at = 0;
        wake(NOT_FULL);
        unlock();
        item = 0;
        round++
    :: else -> break
    od
}
