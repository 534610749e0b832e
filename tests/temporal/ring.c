// Election of a leader in a ring: the largest identity goes around (Chang and Roberts).
// flags: --fair --ltl F{leader!=0}
// expect: TRUE
// flags: --ltl F{leader!=0}
// expect: FALSE(ltl)
// flags: --fair --ltl FG{leader==3}
// expect: TRUE
// flags: --ltl G({leader!=0}->G{leader==3})
// expect: TRUE
// flags: --fair --ltl F{leader==2}
// expect: FALSE(ltl)
// flags: --ltl G{leaders<=1}
// expect: TRUE
#include <pthread.h>

static const int identity[3] = {2, 3, 1};
/* What each receives next; 0 when nothing has come. */
static int inbox[3], leader, leaders;

static void send(int to, int what) {
    while (inbox[to] != 0) {}
    inbox[to] = what;
}

static void *run(void *own) {
    int me = (int)(long)own, to = (me + 1) % 3;
    send(to, identity[me]);
    while (leader == 0) {
        int got = inbox[me];
        if (got == 0) continue;
        inbox[me] = 0;
        if (got == identity[me]) {
            leaders++;
            leader = got;
        } else if (got > identity[me])
            send(to, got);
    }
    return own;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, run, (void *)1L);
    pthread_create(&b, 0, run, (void *)2L);
    run(0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
