// expect: TRUE
#include <assert.h>
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
    assert(even(200) && odd(77) && !even(13));
    return 0;
}
