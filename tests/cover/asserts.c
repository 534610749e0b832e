// flags: --cover asserts
// line: UNCOVERED(6 of 9 assertions)
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
void __CPROVER_assert(_Bool, const char *);

void __VERIFIER_assert(int condition) {
    if (!condition) {
    ERROR:
        reach_error();
        abort();
    }
}

static void never(int x) {
    assert(x > 0); //1 unreached
}

int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    void (*unused)(int) = never;
    if (x < 0 || x > 100)
        return 0;
    assert(x >= 0 || //1 reached
           y == 3);
    __VERIFIER_assert(x <= 100); //1 reached
    if (x == 200)
        __VERIFIER_assert(y == 0); //1 unreached
    if (!(x >= 0 || y > 3))
        reach_error(); //1 reached
    __CPROVER_assert(x != 101, "no more than a hundred"); //1 reached
    if (x == y) {
        if (x == 101)
            goto error;
        while (x > 0)
            x--;
        assert(x == 0); //1 reached
    }
    if (x > 1000) {
        if (y > 1000)
            reach_error(); //1 unreached
    }
    return unused == 0;
error:
    reach_error(); //1 reached
    return 1;
}
