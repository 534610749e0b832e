// A thread looks at what another one changes, in a loop without an end and by a function: more is known of what they share in each
// round, and no round may follow the loop for ever.
// flags: --engine bmc --check assert --bound 3 -DWRONG
// expect: FALSE(assert)
// flags: --engine bmc --check assert --bound 3
// expect: UNKNOWN(bound 3 reached) | TRUE
// flags: --engine bmc --check assert --bound 3 -DWRONG -DPLAIN
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef PLAIN
typedef volatile int number;
#else
typedef atomic_int number;
#endif
static number count;

static int get(number *place)
{
  int value = *place;
  return value;
}

static void *run(void *p)
{
  count++;
#ifdef WRONG
  count++;
#endif
  count--;
  return p;
}

int main(void)
{
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  while (1) {
    int seen = get(&count);
    assert(seen <= 1); // BUG
  }
}
