// A loop that accesses nothing is interrupted, too.
// flags: --signals any --check assert
// expect: FALSE(assert)
// flags: --check assert
// expect: TRUE
#include <assert.h>
#include <signal.h>
static void handler(int number) {
    assert(number != SIGTERM); // BUG
}
int main(void) {
    signal(SIGTERM, handler);
    for (;;) {}
}
