// A thread sees what it has stored before others do (Owens, Sarkar, Sewell, program n6), and stores come in their order.
// flags: --memory-model tso --check assert
// expect: FALSE(assert)
// flags: --memory-model sc --check assert
// expect: TRUE
// flags: --memory-model tso --check assert -DORDER
// expect: TRUE(total store order is assumed)
// flags: --memory-model tso --check assert -DFOUR
// expect: TRUE(total store order is assumed)
#include <assert.h>
#include <pthread.h>
static int x, y, r[4];

#if defined ORDER
static void *first(void *p) { x = 42; y = 1; return p; }
static void *second(void *p) { r[0] = y; r[1] = x; return p; }
static int wrong(void) { return r[0] == 1 && r[1] != 42; }
#elif defined FOUR
// All readers see the same order of two stores (IRIW).
static void *first(void *p) { x = 1; return p; }
static void *second(void *p) { y = 1; return p; }
static void *third(void *p) { r[0] = x; r[1] = y; return p; }
static void *fourth(void *p) { r[2] = y; r[3] = x; return p; }
static int wrong(void) { return r[0] && !r[1] && r[2] && !r[3]; }
#else
static void *first(void *p) { x = 1; r[0] = x; r[1] = y; return p; }
static void *second(void *p) { y = 2; x = 2; return p; }
static int wrong(void) { return r[0] == 1 && r[1] == 0 && x == 1; }
#endif

int main(void)
{
  pthread_t t[4];
  pthread_create(&t[0], 0, first, 0);
  pthread_create(&t[1], 0, second, 0);
#ifdef FOUR
  pthread_create(&t[2], 0, third, 0);
  pthread_create(&t[3], 0, fourth, 0);
  pthread_join(t[2], 0);
  pthread_join(t[3], 0);
#endif
  pthread_join(t[0], 0);
  pthread_join(t[1], 0);
  assert(!wrong()); // BUG
}
