// What a function shares with its callers, and its contract does not say.
// flags: --use-contract ticket
// expect: FALSE(assert)
// flags: --use-contract parse -D ERRNO
// expect: FALSE(assert)
// flags: --use-contract store -D ALIAS
// expect: UNKNOWN(unsupported: __CPROVER_is_fresh of a variable that the function uses, with --use-contract)
// flags: --use-contract store -D APART
// expect: TRUE
// flags: --use-contract leave -D LEAVE
// expect: UNKNOWN(unsupported: --use-contract of a function that shares the state of the library with its callers)
// flags: --use-contract words -D WORDS
// expect: UNKNOWN(unsupported: --use-contract of a function that shares the state of the library with its callers)
// flags: --use-contract counts -D COUNTS
// expect: UNKNOWN(unsupported: a clause of a contract that writes)
// flags: --use-contract through
// expect: FALSE(assert)
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
unsigned next(void) {
    static unsigned n;
    return n++;
}
// It takes a number, too.
int ticket(void) { return next() != 7; }
int ticket(void)
    __CPROVER_ensures(1);
int through(void)
    __CPROVER_ensures(1);
int through(void) { return ticket(); }
long parse(void)
    __CPROVER_ensures(1);
long parse(void) {
    errno = 3;
    return 1;
}
int total;
void store(int *p)
    __CPROVER_requires(__CPROVER_is_fresh(p, sizeof *p))
    __CPROVER_assigns(*p, total)
    __CPROVER_ensures(*p == 1);
void store(int *p) {
    *p = 1;
    total = 2;
}
void leave(void)
    __CPROVER_ensures(1);
void leave(void) { exit(0); }
void left(void) { assert(0); }
void words(void)
    __CPROVER_ensures(1);
void words(void) {
    char text[] = "c d";
    strtok(text, " ");
}
void counts(int *p)
    __CPROVER_assigns(*p)
    __CPROVER_ensures((*p = 3) > 0);
void counts(int *p) { *p = 1; }
int main(void) {
#if defined COUNTS
    int x;
    counts(&x);
    assert(x == 0);
#elif defined ERRNO
    errno = 0;
    parse();
    assert(errno == 0); // BUG
#elif defined ALIAS
    store(&total);
    assert(total == 1);
#elif defined APART
    int x;
    store(&x);
    assert(x == 1);
#elif defined LEAVE
    atexit(left);
    leave();
#elif defined WORDS
    char text[] = "a b";
    strtok(text, " ");
    words();
    assert(strtok(NULL, " ") == text + 2);
#else
    unsigned first = next();
    ticket();
    through();
    assert(next() == first + 1); // BUG
#endif
    return 0;
}
