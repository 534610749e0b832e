// Peterson's lock, entered again and again by two threads.
// flags: --ltl G{inside<=1}
// expect: TRUE
// flags: --ltl G({flag[0]==1}->F{at[0]==2})
// expect: FALSE(ltl)
// flags: --fair --ltl G({flag[0]==1}->F{at[0]==2})
// expect: TRUE
// flags: --fair --ltl GF{at[1]==2}
// expect: TRUE
// flags: --fair --ltl (GF{at[0]==2})&(GF{at[1]==2})
// expect: TRUE
// flags: --fair --ltl FG{inside==0}
// expect: FALSE(ltl)
// flags: --fair --ltl G({turn==0}->({turn==0}U{at[0]==2}))
// expect: FALSE(ltl)
// flags: --fair --ltl ({at[0]==0}W{flag[0]==1})
// expect: TRUE
#include <pthread.h>

static int flag[2], turn, inside, at[2];

static void *run(void *own) {
    int me = own != 0, other = 1 - me;
    for (;;) {
        flag[me] = 1;
        turn = other;
        while (flag[other] && turn == other) {}
        inside++;
        at[me] = 2;
        at[me] = 0;
        inside--;
        flag[me] = 0;
    }
    return own;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, &t);
    run(0);
}
