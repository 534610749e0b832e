// A call by another prototype takes the low bits of the result, as the machine does.
// expect: FALSE(call-mismatch)
// flags: --check assert
// expect: TRUE
#include <assert.h>
unsigned strlen(const char *);
static long long wide(int x) { return 0x500000000LL + x; }
static void nothing(void) {}
int main(void) {
    assert(strlen("abc") == 3);
    int (*narrow)(int) = (int (*)(int))wide;
    assert(narrow(7) == 7); // BUG
    int (*any)(void) = (int (*)(void))nothing;
    int x = any();
    assert(x == x);
    return 0;
}
