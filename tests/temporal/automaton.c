// An automaton describes violations; its steps count, so there are no reductions.
// reduce: full
// flags: --ltl-automaton response.hoa
// expect: FALSE(ltl)
// flags: --fair --ltl-automaton response.hoa
// expect: TRUE
// flags: --ltl-automaton entered.hoa
// expect: ERROR(column 24: the program has no global variable nothing)
// flags: --ltl-automaton automaton.c
// expect: ERROR(automaton.c: 1:)

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
