// What functions of the library tell a thread without making anything happen before it.
// flags: --check assert -DTRY
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DTRY -DORDER=memory_order_seq_cst
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DLATE
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DVALUE
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DREADERS
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DPOSTS
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DTOLD
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: --check assert -DWRITERS
// expect: TRUE(RC11 is assumed)
// flags: --check assert -DWAITS
// expect: TRUE(RC11 is assumed)
// flags: --check assert -DBARRIER
// expect: TRUE(RC11 is assumed)
// flags: --check assert -DSIGNAL
// expect: TRUE(RC11 is assumed)
// flags: --check assert -DONCE
// expect: TRUE(RC11 is assumed)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#ifndef ORDER
#define ORDER memory_order_relaxed
#endif
static atomic_int x, y;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t read_lock = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_barrier_t barrier;
static sem_t semaphore;
static int told, ready;

static void store(atomic_int *to) { atomic_store_explicit(to, 1, ORDER); }
static int load(atomic_int *from) { return atomic_load_explicit(from, ORDER); }
static void store_x(void) { store(&x); }

static void *first(void *p)
{
#if defined TRY
  store(&x);
  pthread_mutex_lock(&lock);
#elif defined LATE
  sem_post(&semaphore);
  store(&x);
#elif defined VALUE || defined WAITS
  store(&x);
  sem_post(&semaphore);
#elif defined READERS || defined WRITERS
  store(&x);
  pthread_rwlock_rdlock(&read_lock);
  pthread_rwlock_unlock(&read_lock);
  store(&y);
#elif defined POSTS || defined TOLD
  store(&x);
  sem_post(&semaphore);
  store(&y);
#elif defined BARRIER
  store(&x);
  pthread_barrier_wait(&barrier);
#elif defined SIGNAL
  store(&x);
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&lock);
#elif defined ONCE
  pthread_once(&once, store_x);
#endif
  return 0;
}

static void *second(void *p)
{
#if defined TRY
  if (pthread_mutex_trylock(&lock))
    assert(load(&x));
  else
    pthread_mutex_unlock(&lock);
#elif defined LATE
  if (load(&x))
    assert(sem_trywait(&semaphore) == 0);
#elif defined VALUE
  int value;
  sem_getvalue(&semaphore, &value);
  atomic_thread_fence(memory_order_acquire);
  if (value)
    assert(load(&x));
#elif defined READERS
  if (load(&y)) {
    pthread_rwlock_rdlock(&read_lock);
    assert(load(&x));
    pthread_rwlock_unlock(&read_lock);
  }
#elif defined WRITERS
  if (load(&y)) {
    pthread_rwlock_wrlock(&read_lock);
    assert(load(&x));
    pthread_rwlock_unlock(&read_lock);
  }
#elif defined POSTS
  if (load(&y)) {
    sem_post(&semaphore);
    atomic_thread_fence(memory_order_acquire);
    assert(load(&x));
  }
#elif defined TOLD
  told = 1;
  if (load(&y))
    sem_getvalue(&semaphore, &told);
#elif defined WAITS
  sem_wait(&semaphore);
  assert(load(&x));
#elif defined BARRIER
  pthread_barrier_wait(&barrier);
  assert(load(&x));
#elif defined SIGNAL
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&condition, &lock);
  pthread_mutex_unlock(&lock);
  assert(load(&x));
#elif defined ONCE
  pthread_once(&once, store_x);
  assert(load(&x));
#endif
  // A second place that is accessed atomically.
  load(&y);
  return 0;
}

int main(void)
{
  sem_init(&semaphore, 0, 0);
  pthread_barrier_init(&barrier, 0, 2);
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
#ifdef TOLD
  assert(told == 1);
#endif
}
