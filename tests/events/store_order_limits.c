// What is looked for among interleavings only is left open, and so is an access of which the machine makes several.
// flags: --memory-model tso --check assert -DBLOCK
// expect: UNKNOWN(unsupported: memory that threads share, accessed in parts, under total store order)
// flags: --memory-model tso --check assert -DREADS
// expect: UNKNOWN(unsupported: memory that threads share, accessed in parts, under total store order)
// flags: --memory-model tso --check assert -DWIDE
// expect: UNKNOWN(unsupported: memory that threads share, accessed in parts, under total store order)
// flags: --memory-model tso --check assert -DPACKED
// expect: UNKNOWN(unsupported: memory that threads share, accessed in parts, under total store order)
// flags: --memory-model tso --check assert,race
// expect: UNKNOWN(unsupported: the check race of threads, under total store order)
// flags: --memory-model tso --check leak
// expect: UNKNOWN(unsupported: the check memory-leak of threads, under total store order)
// flags: --memory-model tso --encoding steps
// expect: ERROR(--memory-model tso: not with --encoding steps)
// flags: --memory-model tso --engine explicit
// expect: ERROR(--memory-model tso: not with --engine explicit)
// flags: --memory-model tso
// expect: TRUE(total store order is assumed)
// flags: --memory-model tso -DALONE --check all
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <string.h>

static int shared[2], seen;
static __int128 wide;
static struct __attribute__((packed)) {
  char first;
  int number;
} packed;

static void *run(void *p)
{
#if defined BLOCK
  memcpy(shared, p, sizeof shared);
#elif defined WIDE
  wide = 1;
#elif defined PACKED
  packed.number = 1;
#endif
  shared[0] = 1;
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
#if defined READS
  memcpy(own, shared, sizeof own);
#elif defined WIDE
  seen = wide != 0;
#elif defined PACKED
  seen = packed.number;
#endif
  seen = shared[0];
  pthread_join(t, 0);
#endif
  assert(shared[0] == 1);
}
