// What is checked beside a formula.
// flags: --ltl G{x<=2}
// expect: TRUE
// flags: --ltl true --check assert
// expect: FALSE(assert)
// flags: --ltl G{x<=2} --check assert
// expect: FALSE(assert)
// flags: --ltl F{x==1} --check memory
// expect: TRUE
// flags: --ltl FG{x==1}
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static int x;

static void *run(void *unused) {
    x = 1;
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    // The run ends here where assertions are not checked.
    assert(x == 2);
    x = 3;
}
