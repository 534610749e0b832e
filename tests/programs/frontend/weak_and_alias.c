// expect: TRUE
#include <assert.h>
__attribute__((weak)) int tunable(void) { return 3; }
int real(int x) { return x + 1; }
int other(int x) __attribute__((alias("real")));
extern int missing(void) __attribute__((weak));
int main(void) {
    assert(tunable() == 3 && other(4) == 5);
    return 0;
}
