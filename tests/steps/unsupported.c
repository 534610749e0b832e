// What is not encoded is never skipped.
// flags: --encoding steps --check assert -D SIZE
// expect: UNKNOWN(unsupported)
// flags: --encoding steps --check assert -D EXTERNAL
// expect: UNKNOWN(unsupported)
// flags: --encoding steps --check assert -D FUNCTION
// expect: UNKNOWN(unsupported)
// flags: --encoding steps --check race -D RACE
// expect: UNKNOWN(unsupported)
// flags: --encoding steps --check leak -D LEAK
// expect: UNKNOWN(unsupported)
// flags: --encoding steps --check assert -D VARIADIC
// expect: UNKNOWN(unsupported)
// flags: --encoding steps --check assert -D RELAXED
// expect: UNKNOWN(unsupported)
// flags: --encoding steps --check assert -D RELAXED --memory-model sc
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>

int nondet_int(void);
double sin(double);
static int x;
static int (*volatile choice)(int);
static atomic_int a;

static int next(int i) { return i + 1; }
static int same(int i) { return i; }

static void *t(void *unused) {
    x = 1;
    choice = next;
    atomic_store_explicit(&a, 1, memory_order_relaxed);
    return unused;
}

static int sum(int n, ...) {
    va_list list;
    va_start(list, n);
    int all = 0;
    for (int i = 0; i < n; i++) all += va_arg(list, int);
    va_end(list);
    return all;
}

int main(void) {
#ifdef SIZE
    char *p = malloc((unsigned)nondet_int() % 8 + 1);
    *p = 1;
    assert(*p == 1);
#endif
#ifdef EXTERNAL
    assert(sin(nondet_int()) <= 1);
#endif
#ifdef FUNCTION
    pthread_t id;
    choice = same;
    pthread_create(&id, NULL, t, NULL);
    assert(choice(1) >= 1);
#endif
#if defined RACE || defined RELAXED
    pthread_t id;
    pthread_create(&id, NULL, t, NULL);
    assert(atomic_load_explicit(&a, memory_order_relaxed) <= 1);
#endif
#ifdef LEAK
    int *p = malloc(4);
    *p = 1;
#endif
#ifdef VARIADIC
    assert(sum(2, 1, 2) == 3);
#endif
    return 0;
}
