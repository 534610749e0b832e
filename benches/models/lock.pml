/* What the models with locks of their own have in common: THREADS processes enter the critical section ROUNDS times each. A
 * statement accesses shared memory at most once, as the programs in C do. A model defines lock and unlock. */
#ifndef THREADS
#define THREADS 2
#endif
#ifndef ROUNDS
#define ROUNDS 2
#endif

byte owner;

inline rounds() {
    me = _pid;
    do
    :: round < ROUNDS ->
        lock();
        owner = me;
        assert(owner == me);
        unlock();
        round++
    :: else -> break
    od
}
