// flags: --cover lines
// line: UNCOVERED(9 of 11 lines)
// flags: --cover lines --check none
// line: COVERED(11 of 11 lines)
// flags: --cover lines --check leak,uninit
// line: COVERED(11 of 11 lines)
#include <limits.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
    int x = __VERIFIER_nondet_int(); //1 reached //2 reached //3 reached
    int *lost = malloc(sizeof(int)); //1 reached //2 reached //3 reached
    lost = NULL; //1 reached //2 reached //3 reached
    int unset;
    if (unset > 3) //1 reached //2 reached //3 reached
        x = 1; //1 reached //2 reached //3 reached
    int y = x + 1; //1 reached //2 reached //3 reached
    if (y < x) //1 reached //2 reached //3 reached
        y = 0; //1 unreached //2 reached //3 reached
    if (y == 7 && INT_MAX + y < 0) //1 reached //2 reached //3 reached
        y = 1; //1 unreached //2 reached //3 reached
    return y; //1 reached //2 reached //3 reached
}
