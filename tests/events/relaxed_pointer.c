// Who gets a pointer without an order does not know that the object has been made.
// flags: --check memory
// expect: UNKNOWN(unsupported: weaker memory order than sequential consistency)
// flags: --check memory -D ORDER=memory_order_acquire
// expect: TRUE
// flags: --check assert
// expect: TRUE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifndef ORDER
#define ORDER memory_order_relaxed
#endif

int nondet_int(void);

static _Atomic(int *) box;

static void *make(void *unused) {
    (void)unused;
    int *made = malloc(sizeof *made);
    atomic_store_explicit(&box, made, memory_order_release);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, make, NULL);
    int *found = atomic_load_explicit(&box, ORDER);
    if (found) *found = nondet_int();
    pthread_join(thread, NULL);
    free(box);
    return 0;
}
