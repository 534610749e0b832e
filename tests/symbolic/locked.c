// Accesses that a lock keeps apart are in no race, also where a variable was taken for one thread's at first.
// flags: --engine symbolic --check assert,race
// expect: TRUE
// flags: --engine explicit --check assert,race
// expect: TRUE
// flags: --engine symbolic --check race -DUNLOCKED
// expect: FALSE(race)
// flags: --engine explicit --check race -DUNLOCKED
// expect: FALSE(race)
#include <assert.h>
#include <pthread.h>
static int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *own) {
    pthread_mutex_lock(&lock);
    shared++;
    pthread_mutex_unlock(&lock);
#ifdef UNLOCKED
    shared++; // BUG
#endif
    return own;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, add, NULL);
    add(NULL);
    pthread_join(t, NULL);
    assert(shared == 2);
    return 0;
}
