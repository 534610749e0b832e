// Main returns while others wait for a semaphore that nobody posts: they end with it. Where it waits for them, it is a deadlock.
// flags: --engine bmc --bound 4
// expect: TRUE
// flags: --engine bmc --bound 4 -D JOINED
// expect: FALSE(deadlock)
#include "common.h"
#include <semaphore.h>
static sem_t s;
T(p) { sem_wait(&s); return 0; }
int main(void) {
    pthread_t t;
    sem_init(&s, 0, 0);
    MK(t, p, 0);
#ifdef JOINED
    J(t);
#endif
    return 0;
}
