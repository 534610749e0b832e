// What a thread leaves to who joins it, and addresses that threads keep as numbers.
// flags: --engine bmc --check memory,leak
// expect: TRUE
// flags: --engine bmc --check memory,leak -D NUMBER
// expect: TRUE
// flags: --engine bmc --check memory,leak -D NUMBER -D MOVED
// expect: TRUE
// flags: --engine bmc --check memory,memcleanup -D UNASKED
// expect: FALSE(memory-not-freed)
// flags: --engine bmc --check memory,leak -D UNASKED
// expect: UNKNOWN(unsupported: a heap object that may still be pointed to beside threads)
// flags: --engine bmc --check memory,memcleanup -D NUMBER -D UNASKED
// expect: FALSE(memory-not-freed)
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#ifdef MOVED
#define BY 4
#else
#define BY 0
#endif

static uintptr_t number;

static void *make(void *unused) {
    (void)unused;
    int *made = malloc(2 * sizeof *made); // BUG
#ifdef NUMBER
    __atomic_store_n(&number, (uintptr_t)made + BY, __ATOMIC_SEQ_CST);
    return NULL;
#else
    return made;
#endif
}

int main(void) {
    pthread_t thread;
    void *result = NULL;
    pthread_create(&thread, NULL, make, NULL);
    pthread_join(thread, &result);
#ifndef UNASKED
#ifdef NUMBER
    result = (void *)(number - BY);
#endif
    free(result);
#endif
    return 0;
}
