// The conversion may fail and leave the variable as it was.
// flags: --bound 20
// expect: FALSE(division-by-zero)
#include <stdio.h>
int main(void) {
    unsigned x = 0;
    scanf("%u", &x);
    return 10u / x == 3; // BUG
}
