// Jumps out of two functions; the place of the first call is marked again in each round.
#include <setjmp.h>
#include <stdio.h>
static void leave(jmp_buf place, int with) {
    int local = with;
    if (local) longjmp(place, local);
}
int main(void) {
    jmp_buf place;
    volatile int count = 0;
    for (volatile int i = 0; i < 3; i++) {
        int with = setjmp(place);
        if (with == 0) leave(place, i + 1);
        printf("%d %d\n", i, with);
        count += with;
    }
    if (setjmp(place) == 0) longjmp(place, 0);
    return count;
}
