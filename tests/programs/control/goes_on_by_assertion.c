// The next iteration follows from an assertion in the one before. It depends on an input all the same, and counts.
// flags: --bound 3
// expect: FALSE(assert)
// flags: --bound 3 -DASSUMED
// expect: UNKNOWN(bound 3 reached: loop in main)
#include <assert.h>
extern void __VERIFIER_assume(int);
unsigned __VERIFIER_nondet_uint(void);
int main(void)
{
  unsigned n = __VERIFIER_nondet_uint(), i = 0;
  if (n >= 1000000)
    return 0;
  while (i < n) {
    i++;
#ifdef ASSUMED
    __VERIFIER_assume(i < n);
#else
    assert(i < n); // BUG
#endif
  }
}
