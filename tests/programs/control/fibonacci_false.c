// expect: FALSE(assert)
#include <assert.h>
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
    assert(fib(12) == 145); // BUG
    return 0;
}
