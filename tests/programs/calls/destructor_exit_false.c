// expect: FALSE(division-by-zero)
#include <stdlib.h>
static int divisor = 1;
__attribute__((destructor)) static void at_end(void) { divisor = 7 / divisor; } // BUG
static void stop(int how) {
    divisor = how;
    exit(how);
}
int main(void) {
    stop(0);
    return 0;
}
