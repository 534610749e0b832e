// What a thread stores before a release operation is seen behind an acquire operation that reads from it, or from an exchange behind it.
// flags: --check assert -DSTORE=memory_order_release -DLOAD=memory_order_acquire
// expect: TRUE(RC11 is assumed)
// flags: --check assert -DSTORE=memory_order_release -DLOAD=memory_order_relaxed
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DSTORE=memory_order_relaxed -DLOAD=memory_order_acquire
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed -DFENCES
// expect: TRUE(RC11 is assumed)
// flags: --check assert -DSTORE=memory_order_release -DLOAD=memory_order_acquire -DLOST
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int data, flag;

static void *writer(void *p)
{
  atomic_store_explicit(&data, 1, memory_order_relaxed);
#ifdef FENCES
  atomic_thread_fence(memory_order_release);
#endif
  atomic_store_explicit(&flag, 1, STORE);
  return 0;
}

static void *passes_on(void *p)
{
  // It continues the release sequence.
  int one = 1;
  atomic_compare_exchange_strong_explicit(&flag, &one, 2, memory_order_relaxed, memory_order_relaxed);
  return 0;
}

static void *reader(void *p)
{
  int seen = atomic_load_explicit(&flag, LOAD);
#ifdef FENCES
  atomic_thread_fence(memory_order_acquire);
#endif
#ifdef LOST
  assert(seen != 2); // BUG
#endif
  if (seen)
    assert(atomic_load_explicit(&data, memory_order_relaxed) == 1);
  return 0;
}

int main(void)
{
  pthread_t t[3];
  pthread_create(&t[0], 0, writer, 0);
  pthread_create(&t[1], 0, passes_on, 0);
  pthread_create(&t[2], 0, reader, 0);
  return 0;
}
