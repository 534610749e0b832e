/* What the cases of this folder share. */
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void __VERIFIER_assume(int);
#define B __VERIFIER_atomic_begin()
#define E __VERIFIER_atomic_end()
#define T(f) static void *f(void *arg)
#define MK(t, f, a) pthread_create(&t, 0, f, a)
#define J(t) pthread_join(t, 0)
