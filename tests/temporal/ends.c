// Runs that end stay where they are; those in which an assumption fails are none; threads that all wait, wait for ever.
// flags: --ltl F{done==1}
// expect: FALSE(ltl)
// flags: --ltl F({done==1}|{waits==1})
// expect: TRUE
// flags: --ltl G!{x==1}
// expect: TRUE
// flags: --ltl FG{waits==1}
// expect: FALSE(ltl)
// flags: --fair --ltl F{done==1}
// expect: FALSE(ltl)
#include <pthread.h>

extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, waits, done;

int main(void) {
    if (__VERIFIER_nondet_bool()) {
        __VERIFIER_assume(0);
        x = 1;
    }
    pthread_mutex_lock(&m);
    if (__VERIFIER_nondet_bool()) {
        waits = 1;
        pthread_mutex_lock(&m);
    }
    done = 1;
}
