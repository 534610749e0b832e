// What is looked for among interleavings only is left open, and so is a block of bytes, whose order of stores nobody says.
// flags: --memory-model tso --check assert -DBLOCK
// expect: UNKNOWN(unsupported: a block of bytes that is stored to shared memory, under total store order at store_order_limits.c:20)
// flags: --memory-model tso --check assert,race
// expect: UNKNOWN(unsupported: the check race of threads, under total store order)
// flags: --memory-model tso --check leak
// expect: UNKNOWN(unsupported: the check memory-leak of threads, under total store order)
// flags: --memory-model tso
// expect: TRUE(total store order is assumed)
// flags: --memory-model tso -DALONE --check all
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <string.h>
static int shared[2], seen;

static void *run(void *p)
{
#ifdef BLOCK
  memcpy(shared, p, sizeof shared);
#else
  shared[0] = 1;
#endif
  return 0;
}

int main(void)
{
  int own[2] = {1, 2};
#ifdef ALONE
  run(own);
#else
  pthread_t t;
  pthread_create(&t, 0, run, own);
  seen = shared[0];
  pthread_join(t, 0);
#endif
  assert(shared[0] == 1);
}
