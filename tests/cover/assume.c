// flags: --cover lines
// line: UNCOVERED(5 of 7 lines)
// flags: --cover asserts
// line: UNCOVERED(0 of 1 assertions)
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

int main(void) {
    int x = __VERIFIER_nondet_int(); //1 reached
    __VERIFIER_assume(x > 5); //1 reached
    if (x > 7) //1 reached
        x = 7; //1 reached
    __VERIFIER_assume(x < 3); //1 reached
    assert(x != 4); //1 unreached //2 unreached
    return x; //1 unreached
}
