// What runs at the end, the last one first; handlers may register more and end the program in other ways.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DQUICKWRONG
// expect: FALSE(assert)
#include <assert.h>
#include <stdlib.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
static int order;
static void first(void) { assert(order == 2); order = 3;
#ifdef WRONG
 assert(order != 3); // BUG
#endif
}
static void later(void) { order++; }
static void second(void) { assert(order == 0); order = 1; atexit(later); exit(7); }
static void quick(void) { assert(order == 0); order = 5; 
#ifdef QUICKWRONG
 assert(0); // BUG
#endif
}
static void quick2(void) { assert(order == 5); order = 6; _Exit(3); }
static void quick3(void) { assert(0); }
static void status7(int s, void *p) { assert(s == 7); }
int main(void) {
    on_exit(status7, 0);
    atexit(first);
    atexit(second);
    at_quick_exit(quick3);
    at_quick_exit(quick2);
    at_quick_exit(quick);
    int n = __VERIFIER_nondet_int();
    if (n == 1) quick_exit(1);
    if (n == 2) _exit(0);
    if (n == 3) exit(4);
    exit(0);
}
