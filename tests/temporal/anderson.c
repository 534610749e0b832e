// Anderson's lock: a place for each thread in an array, taken in turn.
// flags: --ltl G{inside<=1}
// expect: TRUE
// flags: --fair --ltl G(waits0->F{at[0]==2})
// expect: TRUE
// flags: --ltl G(waits0->F{at[0]==2})
// expect: FALSE(ltl)
// flags: --fair --ltl GF{at[0]==2}&GF{at[1]==2}
// expect: TRUE
// flags: --fair --ltl F{inside==2}
// expect: FALSE(ltl)
#include <pthread.h>
#include <stdatomic.h>

void __bmc_proposition(const char *name, int holds);

static _Bool may[2] = {1, 0};
static atomic_uchar next;
static int inside, at[2];

static void *run(void *own) {
    int me = own != 0;
    for (;;) {
        if (!me) __bmc_proposition("waits0", 1);
        unsigned place = next++ % 2;
        while (!may[place]) {}
        may[place] = 0;
        inside++;
        at[me] = 2;
        if (!me) __bmc_proposition("waits0", 0);
        at[me] = 0;
        inside--;
        may[(place + 1) % 2] = 1;
    }
    return own;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, &t);
    run(0);
}
