// Variables of the program have any values when the function is called, and are written only where that is said.
// flags: --check-contract count
// expect: FALSE(signed-overflow)
// flags: --check-contract count -D REQUIRED
// expect: TRUE
// flags: --check-contract count -D REQUIRED -D UNASSIGNED
// expect: FALSE(assert)
// flags: --check-contract constant
// expect: TRUE
// flags: --check-contract pointed
// expect: UNKNOWN(unsupported: contents of the declared-only object place, used as an address)
// flags: --check-contract pointed -D REQUIRED
// expect: TRUE
// flags: --check-contract own
// expect: TRUE
// flags: --check-contract own -D REQUIRED
// expect: FALSE(assert)
// flags: --check-contract started
// expect: FALSE(assert)
// flags: --check-contract factorial
// expect: TRUE
// flags: --check-contract factorial -D UNASSIGNED
// expect: FALSE(assert)
// flags: --check-contract error
// expect: TRUE
#include <errno.h>
#include <stdlib.h>
static int calls, other;
static const int table[2] = {3, 4};
int count(int x)
#ifdef REQUIRED
    __CPROVER_requires(calls < 5 && x == 0)
#endif
#ifndef UNASSIGNED
    __CPROVER_assigns(calls)
#endif
    __CPROVER_ensures(calls == __CPROVER_old(calls) + 1 && other == __CPROVER_old(other))
{
    calls++; // BUG
    return 2 * x; // BUG
}
int constant(unsigned i)
    __CPROVER_requires(i < 2)
    __CPROVER_ensures(__CPROVER_return_value >= 3)
{
    return table[i];
}
static int *place = &other;
int pointed(void)
#ifdef REQUIRED
    __CPROVER_requires(__CPROVER_is_fresh(place, sizeof *place))
#endif
    __CPROVER_assigns(*place)
    __CPROVER_ensures(*place == 1)
{
    return *place = 1;
}
int own(void)
    __CPROVER_ensures(__CPROVER_return_value != 2 || 1)
#ifdef REQUIRED
    __CPROVER_ensures(__CPROVER_return_value == 1) // BUG
#endif
{
    static unsigned times;
    static unsigned char kept[4];
    kept[times % 4] = 1;
    return ++times != 0 ? 1 : 0;
}
__attribute__((constructor)) static void start(void) { other = 7; }
int started(void)
    __CPROVER_ensures(__CPROVER_return_value == 7) // BUG
{
    return other;
}
unsigned factorial(unsigned n)
    __CPROVER_requires(n < 5)
#ifndef UNASSIGNED
    __CPROVER_assigns(other)
#endif
    __CPROVER_ensures(__CPROVER_return_value >= 1)
{
    if (n == 0) {
        other = 0; // BUG
        return 1;
    }
    return n * factorial(n - 1);
}
void error(void)
    __CPROVER_ensures(errno == 3)
{
    errno = 3;
}
