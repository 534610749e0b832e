// A lock that is taken by an exchange and given back by a plain store is one under total store order; one that is taken by a store is
// not. What it guards, and a heap object that it publishes, is seen whole.
// flags: --memory-model tso --no-induction --bound 3
// expect: TRUE(total store order is assumed)
// flags: --memory-model tso --no-induction --bound 3 -DWEAK
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
static int locked, count;
static struct pair { unsigned a, b; } *published;

static void lock(void)
{
#ifdef WEAK
  __VERIFIER_assume(!locked);
  locked = 1;
#else
  int was = __atomic_exchange_n(&locked, 1, __ATOMIC_ACQUIRE);
  __VERIFIER_assume(!was);
#endif
}

static void unlock(void) { __atomic_store_n(&locked, 0, __ATOMIC_RELEASE); }

static void *run(void *p)
{
  struct pair *made = malloc(sizeof *made);
  made->a = __VERIFIER_nondet_uint();
  made->b = ~made->a;
  lock();
  count++;
  if (published) {
    assert(published->b == ~published->a);
    free(made);
  } else {
    published = made;
  }
  unlock();
  return p;
}

int main(void)
{
  pthread_t s, t;
  pthread_create(&s, 0, run, 0);
  pthread_create(&t, 0, run, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
  assert(count == 2); // BUG
  free(published);
}
