// What is written to one place has one order, which nobody sees backwards, and nothing comes between the halves of an exchange.
// flags: --check assert
// expect: TRUE(RC11 is assumed)
// flags: --check assert -DOTHER_PLACE
// expect: UNKNOWN(unsupported: weaker memory order)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y, count;
#ifdef OTHER_PLACE
#define THEN y
#else
#define THEN x
#endif

static void *writer(void *p)
{
  atomic_store_explicit(&THEN, 1, memory_order_relaxed);
  atomic_store_explicit(&x, 2, memory_order_relaxed);
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return 0;
}

static void *reader(void *p)
{
  int first = atomic_load_explicit(&x, memory_order_relaxed);
  int second = atomic_load_explicit(&THEN, memory_order_relaxed);
  if (first == 2)
    assert(second == 2 || &THEN != &x && second == 1);
  atomic_fetch_add_explicit(&count, 1, memory_order_relaxed);
  return 0;
}

int main(void)
{
  pthread_t a, b;
  pthread_create(&a, 0, writer, 0);
  pthread_create(&b, 0, reader, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(atomic_load_explicit(&count, memory_order_relaxed) == 2);
}
