// A contract about numbers.
// flags: --check-contract clamp
// expect: TRUE
// flags: --check-contract clamp -D WRONG
// expect: FALSE(assert)
// flags: --check-contract clamp -D OLD
// expect: FALSE(assert)
// flags: --check-contract clamp -D UNREQUIRED
// expect: FALSE(assert)
// flags: --check-contract clamp -D VACUOUS
// expect: UNKNOWN(vacuous: no run is as clamp requires)
// flags: --check-contract never
// expect: UNKNOWN(vacuous: no run is as never requires)
// flags: --check-contract other
// expect: ERROR(`other` has no contract)
// flags: --check-contract missing
// expect: ERROR(`missing` has no contract)
// flags: --check-contract declared
// expect: ERROR(function `declared` is not defined)
// flags: --check-contract count
// expect: TRUE
// flags: --check-contract nothing
// expect: TRUE
// flags: --check-contract sum
// expect: TRUE
// flags: --check-contract sum -D MORE
// expect: FALSE(assert)
#ifdef WRONG
#define LEAST 4
#else
#define LEAST 3
#endif
#ifdef MORE
#define SECOND 2
#else
#define SECOND 1
#endif
int clamp(int x, int low, const int high)
#ifndef UNREQUIRED
    __CPROVER_requires(low <= high)
#endif
#ifdef VACUOUS
    __CPROVER_requires(low > high)
#endif
    __CPROVER_requires(low >= 3)
    __CPROVER_ensures(__CPROVER_return_value >= LEAST) // BUG
    __CPROVER_ensures(low <= __CPROVER_return_value && __CPROVER_return_value <= high) // BUG
    __CPROVER_ensures(low <= __CPROVER_old(x) && __CPROVER_old(x) <= high ==> __CPROVER_return_value == __CPROVER_old(x))
#ifdef OLD
    __CPROVER_ensures(__CPROVER_old(x) + 0u < 4u + high) // BUG
#endif
    __CPROVER_assigns();
int clamp(int x, int low, int high) {
    if (x < low)
        x = low;
    if (x > high)
        x = high;
    return x;
}
void never(void) __CPROVER_requires(0) {}
int other(int x) { return x; }
int declared(int x)
    __CPROVER_requires(x > 0);
unsigned count(unsigned n)
    __CPROVER_requires(n < 9)
    __CPROVER_ensures(__CPROVER_return_value == n)
{
    unsigned k = 0;
    while (k < n)
        __CPROVER_loop_invariant(k <= n)
    {
        k++;
    }
    return k;
}
static void nothing(void)
    __CPROVER_assigns()
{
}
struct pair {
    long first;
    int second;
};
long sum(struct pair p, double unnamed[3])
    __CPROVER_requires(p.first == 3 && p.second > 0 && p.second < 99)
    __CPROVER_ensures(__CPROVER_return_value == 3 + p.second * SECOND) // BUG
{
    return p.first + p.second;
}
