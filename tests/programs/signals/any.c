// Signals of others may come between any two accesses, and only then.
// flags: --signals any --engine explicit
// expect: TRUE
// flags: --signals any -DTORN
// expect: FALSE(assert)
// flags: --signals any -DLOST
// expect: FALSE(assert)
// flags: --signals any -DEND
// expect: FALSE(assert)
// flags: --signals any -DNESTED
// expect: FALSE(assert)
// flags: --signals any --engine explicit -DMASKED
// expect: TRUE
// flags: -DTORN
// expect: TRUE
#include <assert.h>
#include <signal.h>
#include <string.h>
static volatile int stop, a, b, inside, other;
static void handler(int number) {
    inside = 1;
    stop = 1;
#ifdef TORN
    assert(a == b); // BUG
#elif defined LOST
    if (a < 2) a++;
#elif defined END
    assert(b != 7); // BUG
#endif
    inside = 0;
}
#if defined NESTED || defined MASKED
static void second(int number) {
    assert(!inside); // BUG
}
#endif
int main(void) {
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = handler;
#if defined NESTED || defined MASKED
#ifdef MASKED
    sigaddset(&action.sa_mask, SIGTERM);
#endif
    signal(SIGTERM, second);
#endif
    sigaction(SIGINT, &action, 0);
#ifdef TORN
    a = 1;
    b = 1;
#elif defined LOST
    a = 0;
    a++;
    assert(a != 0);
    a = 1;
    int before = a;
    assert(a == before); // BUG
#endif
    while (!stop) {}
    assert(stop == 1);
    sigset_t set;
    sigfillset(&set);
    sigprocmask(SIG_BLOCK, &set, 0);
    // Here nothing comes.
    b = 3;
    int c = b;
    b = 4;
    assert(c + 1 == b && !inside);
    sigprocmask(SIG_UNBLOCK, &set, 0);
    b = 7;
    return 0;
}
