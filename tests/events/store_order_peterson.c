// Peterson's algorithm needs a fence between the stores and the load under total store order, in both threads.
// flags: --memory-model tso --check assert
// expect: FALSE(assert)
// flags: --memory-model sc --check assert
// expect: TRUE
// flags: --memory-model tso --check assert -DFENCE=__sync_synchronize()
// expect: TRUE(total store order is assumed)
// flags: --memory-model tso --check assert -DATOMIC -DORDER=__ATOMIC_SEQ_CST
// expect: TRUE(total store order is assumed)
// flags: --memory-model tso --check assert -DATOMIC -DORDER=__ATOMIC_RELEASE
// expect: FALSE(assert)
// flags: --memory-model tso --check assert -DMFENCE
// expect: TRUE(total store order is assumed)
// flags: --memory-model tso --check assert -DMFENCE --asm any
// expect: TRUE(total store order is assumed)
// flags: --memory-model tso --check assert -DLOCKED
// expect: TRUE(total store order is assumed)
// flags: --memory-model tso --check assert -DFENCE=__atomic_signal_fence(__ATOMIC_SEQ_CST)
// expect: FALSE(assert)
// flags: --memory-model tso --check assert -DFENCE=(void)pthread_self()
// expect: FALSE(assert)
// flags: --memory-model tso --check assert -DFENCE=(void)pthread_getspecific(0)
// expect: FALSE(assert)
// flags: --memory-model tso --check assert -DFENCE=(void)sched_yield()
// expect: FALSE(assert)
// flags: --memory-model tso --check assert -DACQUIRE
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <sched.h>

#if defined MFENCE
#define FENCE __asm__ volatile("mfence" ::: "memory")
#elif defined LOCKED
#define FENCE __asm__ volatile("lock; addl $0,0(%%rsp)" ::: "memory", "cc")
#elif defined ACQUIRE
#define FENCE __atomic_thread_fence(__ATOMIC_ACQ_REL)
#elif !defined FENCE
#define FENCE (void)0
#endif
#ifdef ATOMIC
#define STORE(place, value) __atomic_store_n(&(place), (value), ORDER)
#else
#define STORE(place, value) ((place) = (value))
#endif

extern unsigned __VERIFIER_nondet_uint(void);
static int wants[2], turn;
static unsigned inside, sum;

static void *enters(void *p)
{
  int self = p != 0;
  unsigned added = __VERIFIER_nondet_uint();
  STORE(wants[self], 1);
  STORE(turn, !self);
  FENCE;
  if (wants[!self] && turn == !self)
    return 0; // Another one is there first.
  inside++;
  sum += added;
  assert(inside == 1); // BUG
  inside--;
  STORE(wants[self], 0);
  return 0;
}

int main(void)
{
  pthread_t s, t;
  pthread_create(&s, 0, enters, 0);
  pthread_create(&t, 0, enters, &turn);
  pthread_join(s, 0);
  pthread_join(t, 0);
}
