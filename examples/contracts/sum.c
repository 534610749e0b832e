// A recursive function with a contract, and its caller, see docs/manual/contracts.md.
#include <assert.h>

unsigned sum(unsigned n)
    __CPROVER_requires(n < 1000)
    __CPROVER_ensures(__CPROVER_return_value == n * (n + 1) / 2)
{
    return n == 0 ? 0 : n + sum(n - 1);
}

int main(int count, char **words) {
    unsigned n = (unsigned)count;
#ifdef WRONG
    assert(sum(n) >= n);
#else
    assert(n >= 1000 || sum(n) >= n);
#endif
    return 0;
}
