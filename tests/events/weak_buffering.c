// Two threads that store and then load: who orders them so that one sees the other.
// flags: --check assert
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DBETWEEN=atomic_thread_fence(memory_order_seq_cst)
// expect: TRUE(RC11 is assumed)
// flags: --check assert -DBETWEEN=atomic_thread_fence(memory_order_acq_rel)
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DBETWEEN=(pthread_mutex_lock(&lock),pthread_mutex_unlock(&lock))
// expect: TRUE(RC11 is assumed)
// flags: --check assert -DBETWEEN=(void)(pthread_mutex_trylock(&held)||pthread_mutex_unlock(&held))
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DBETWEEN=(sem_wait(&semaphore),sem_post(&semaphore)) -DCOUNT=1
// expect: TRUE(RC11 is assumed)
// flags: --check assert -DBETWEEN=(sem_wait(&semaphore),sem_post(&semaphore))
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DBETWEEN=sem_wait(&semaphore)
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DBETWEEN=(pthread_rwlock_rdlock(&read_lock),pthread_rwlock_unlock(&read_lock))
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DBETWEEN=(pthread_cond_signal(&condition),pthread_cond_broadcast(&condition))
// expect: UNKNOWN(unsupported: weaker memory order)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#ifndef BETWEEN
#define BETWEEN
#endif
#ifndef COUNT
#define COUNT 2
#endif
static atomic_int x, y, r_x, r_y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t read_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static sem_t semaphore;

static void *first(void *p)
{
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  BETWEEN;
  r_y = atomic_load_explicit(&y, memory_order_relaxed);
  return 0;
}

static void *second(void *p)
{
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  BETWEEN;
  r_x = atomic_load_explicit(&x, memory_order_relaxed);
  return 0;
}

int main(void)
{
  sem_init(&semaphore, 0, COUNT);
  pthread_mutex_lock(&held);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(r_x || r_y);
}
