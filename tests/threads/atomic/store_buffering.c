// Each thread may miss the other's store unless all four accesses are sequentially consistent; interleavings do not show it.
// flags: -DSTORE=memory_order_seq_cst -DLOAD=memory_order_seq_cst
// expect: TRUE
// flags: -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: -DSTORE=memory_order_release -DLOAD=memory_order_acquire
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: -DSTORE=memory_order_seq_cst -DLOAD=memory_order_relaxed
// expect: UNKNOWN(unsupported: weaker memory order)
// flags: -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed --memory-model sc
// expect: TRUE(sequential consistency is assumed)
// flags: -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed -DONE
// expect: TRUE
// flags: -DSTORE=memory_order_relaxed -DLOAD=memory_order_relaxed -DWRONG
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *first(void *arg) {
    atomic_store_explicit(&x, 1, STORE);
#ifdef ONE
    a = atomic_load_explicit(&x, LOAD);
#else
    a = atomic_load_explicit(&y, LOAD);
#endif
    return arg;
}
static void *second(void *arg) {
#ifndef ONE
    atomic_store_explicit(&y, 1, STORE);
#endif
    b = atomic_load_explicit(&x, LOAD);
    return arg;
}
int main(void) {
    pthread_t p, q;
    pthread_create(&p, 0, first, 0);
    pthread_create(&q, 0, second, 0);
    pthread_join(p, 0);
    pthread_join(q, 0);
#ifdef WRONG
    assert(a && b); // BUG
#else
    assert(a || b);
#endif
    return 0;
}
