// Lamport's fast lock: some thread always gets in, a given one need not.
// flags: --ltl G{inside<=1}
// expect: TRUE
// flags: --fair --ltl GF{inside==1}
// expect: TRUE
// flags: --fair --ltl GF{at[1]==2}
// expect: FALSE(ltl)
#include <pthread.h>

static int x, y, wants[2], inside, at[2];

static void enter(int me) {
    for (;;) {
        wants[me] = 1;
        x = me + 1;
        if (y != 0) {
            wants[me] = 0;
            while (y != 0) {}
            continue;
        }
        y = me + 1;
        if (x == me + 1) return;
        wants[me] = 0;
        while (wants[1 - me]) {}
        if (y == me + 1) return;
        while (y != 0) {}
    }
}

static void *run(void *own) {
    int me = own != 0;
    for (;;) {
        enter(me);
        inside++;
        at[me] = 2;
        at[me] = 0;
        inside--;
        y = 0;
        wants[me] = 0;
    }
    return own;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, &t);
    run(0);
}
