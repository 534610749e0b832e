// Calls are replaced by what a contract says of numbers.
// flags: --use-contract half
// expect: TRUE
// flags: --use-contract half -D NEGATIVE
// expect: FALSE(assert)
// flags: --use-contract half -D NEGATIVE --check memory
// expect: ERROR(--check-contract, --use-contract: only with the check assert)
// flags: --use-contract half -D NEGATIVE --check memory,assert
// expect: FALSE(assert)
// flags: --use-contract half -D EXACT
// expect: FALSE(assert)
// flags: -D EXACT
// expect: TRUE
// flags: --use-contract half -D NEVER
// expect: UNKNOWN(vacuous: no run is as half ensures)
// flags: --use-contract half --use-contract unused
// expect: TRUE
// flags: --use-contract other
// expect: ERROR(--use-contract: `other` has no contract)
// flags: --use-contract half --check leak
// expect: UNKNOWN(unsupported property: memory-leak with --use-contract)
// flags: --check-contract sum --use-contract sum
// expect: TRUE
// flags: --check-contract sum --use-contract sum -D MORE
// expect: FALSE(assert)
// flags: --check-contract sum --use-contract sum -D DEEPER
// expect: FALSE(assert)
// flags: --check-contract even --use-contract odd
// expect: TRUE
// flags: --check-contract odd --use-contract even
// expect: TRUE
// flags: --check-contract odd --use-contract even -D MORE
// expect: FALSE(assert)
// flags: --use-contract truth
// expect: TRUE
#include <assert.h>
#ifdef NEGATIVE
#define FROM (-2)
#else
#define FROM 7
#endif
#ifdef MORE
#define STEP 2
#else
#define STEP 1
#endif
#ifdef DEEPER
#define LESS 1
#else
#define LESS 0
#endif
int half(int x)
    __CPROVER_requires(x >= 0)
#ifdef NEVER
    __CPROVER_ensures(__CPROVER_return_value > x && __CPROVER_return_value < x)
#endif
    __CPROVER_ensures(0 <= __CPROVER_return_value && __CPROVER_return_value <= __CPROVER_old(x));
int half(int x) { return x / 2; }
void unused(void)
    __CPROVER_ensures(0);
void unused(void) {}
int other(int x) { return x; }
_Bool truth(void)
    __CPROVER_ensures(1);
_Bool truth(void) { return 1; }
// The sum of the first numbers, by itself.
unsigned sum(unsigned n)
    __CPROVER_requires(n < 1000)
    __CPROVER_ensures(__CPROVER_return_value == n * (n + 1) / 2) // BUG
{
    return n == 0 ? 0 : n + sum(n + LESS - STEP); // BUG
}
_Bool odd(unsigned n)
    __CPROVER_ensures(__CPROVER_return_value == n % 2); // BUG
_Bool even(unsigned n)
    __CPROVER_ensures(__CPROVER_return_value == (n % 2 == 0));
_Bool even(unsigned n) { return n == 0 || odd(n - 1); }
_Bool odd(unsigned n) { return n != 0 && even(n - STEP); }
int main(void) {
    int x = half(FROM); // BUG
#ifdef EXACT
    assert(x == 3); // BUG
#else
    assert(x <= 7);
#endif
    _Bool t = truth();
    assert(t == 0 || t == 1);
    return x > 100 ? (unused(), 0) : 0;
}
