// An index that may be below zero, into an object whose size depends on an input.
// flags: --check assert,memory
// expect: FALSE(assert)
// flags: --check assert,memory -DGUARDED
// expect: TRUE
// flags: --check assert,memory -DFOLLOWED
// expect: FALSE(invalid-read)
#include <assert.h>
#include <stdlib.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void)
{
  unsigned n = __VERIFIER_nondet_uchar();
  if (n > 4)
    return 0;
  int *a = malloc(n * sizeof(int));
  if (a == NULL)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = (int)i;
  int at = -1;
  if (n > 2)
    at = 2;
#if defined FOLLOWED
  return a[at]; // BUG
#elif defined GUARDED
  if (at >= 0)
    assert(a[at] == 2);
#else
  if (at >= 0)
    assert(a[at] == 3); // BUG
#endif
}
