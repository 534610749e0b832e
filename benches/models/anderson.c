/* T. E. Anderson's lock with a queue in an array ("The performance of spin lock alternatives for shared-memory
 * multiprocessors", 1990). BROKEN: the array is too short. */
#include "lock.h"

#ifdef BROKEN
#define PLACES (THREADS - 1)
#else
#define PLACES THREADS
#endif

static atomic_uint next;
static atomic_bool may[PLACES] = {1};
static unsigned place[THREADS];

static void lock(int me) {
    unsigned mine = atomic_fetch_add(&next, 1) % PLACES;
    while (!may[mine]) {}
    may[mine] = 0;
    place[me] = mine;
}

static void unlock(int me) { may[(place[me] + 1) % PLACES] = 1; }
