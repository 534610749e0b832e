// A thread that is created when others have ended may have their place, but not what they have stored.
// flags: --memory-model tso --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
static int x, y, z, first_seen, last_seen;

static void *first(void *p)
{
  __atomic_store_n(&y, 2, __ATOMIC_SEQ_CST);
  __atomic_store_n(&z, 2, __ATOMIC_SEQ_CST);
  first_seen = __atomic_load_n(&y, __ATOMIC_SEQ_CST);
  return p;
}

static void *second(void *p)
{
  __atomic_store_n(&y, 2, __ATOMIC_SEQ_CST);
  int seen = y;
  x = seen;
  return p;
}

static void *third(void *p)
{
  int seen = y;
  __atomic_store_n(&x, 2, __ATOMIC_RELEASE);
  last_seen = seen;
  return p;
}

int main(void)
{
  pthread_t t[3];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
  pthread_create(&t[2], 0, third, 0);
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  pthread_join(t[2], 0);
  assert(!(first_seen == 2 && last_seen == 2 && x == 2 && z == 2)); // BUG
}
