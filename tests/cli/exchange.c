#include <assert.h>

#ifndef WEAK
#define WEAK 0
#endif

int main(void)
{
  int place = 0, expected = 0;
  assert(__atomic_compare_exchange_n(&place, &expected, 1, WEAK, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
}
