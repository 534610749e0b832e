// Szymanski's lock.
// flags: --ltl G{inside<=1}
// expect: TRUE
// flags: --fair --ltl G({flag[0]==1}->F{at[0]==2})
// expect: TRUE
// flags: --fair --ltl GF{at[1]==2}
// expect: TRUE
// flags: --ltl GF{at[1]==2}
// expect: FALSE(ltl)
#include <pthread.h>

static int flag[2], inside, at[2];

static void *run(void *own) {
    int me = own != 0, other = 1 - me;
    for (;;) {
        flag[me] = 1;
        while (flag[other] >= 3) {}
        flag[me] = 3;
        if (flag[other] == 1) {
            flag[me] = 2;
            while (flag[other] != 4) {}
        }
        flag[me] = 4;
        if (me == 1) while (flag[0] >= 2) {}
        inside++;
        at[me] = 2;
        at[me] = 0;
        inside--;
        if (me == 0) for (int seen = flag[1]; seen == 2 || seen == 3; seen = flag[1]) {}
        flag[me] = 0;
    }
    return own;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, &t);
    run(0);
}
