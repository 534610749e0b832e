// flags: --cover lines
// line: UNCOVERED(9 of 10 lines)
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int bounded(int value) {
    if (value < 0) //1 reached
        return 0; //1 reached
    if (value > 100) //1 reached
        return 100; //1 reached
    return value; //1 reached
}

int unused(int value) {
    return value + 1;
}

int main(void) {
    int gauge = bounded(__VERIFIER_nondet_int()); //1 reached
    if (gauge > 100) //1 reached
        gauge = 100; //1 unreached
    assert(gauge <= 100); //1 reached
    return gauge; //1 reached
}
