// A thread that looks again and again whether another one has done something.
// flags: --engine bmc --check memory,leak
// expect: TRUE
// flags: --engine bmc --check memory,leak -D FORGETS
// expect: FALSE(memory-leak)
// flags: --engine bmc --check memory,leak -D NEVER
// expect: UNKNOWN(unsupported: leaks on runs without an end beside threads)
// flags: --engine bmc --check memory,leak,deadlock -D NEVER -D LOST
// expect: UNKNOWN(unsupported: leaks on runs without an end beside threads)
// flags: --engine bmc --check memory,memcleanup -D NEVER
// expect: TRUE
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

int nondet_int(void);

static int *given;
static atomic_int full;

static void *take(void *unused) {
    (void)unused;
    while (!full) {}
#ifdef FORGETS
    if (*given == 5) given = NULL;
#endif
    free(given);
    return NULL;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, take, NULL);
    given = malloc(sizeof *given); // BUG
    if (given == NULL) abort();
    *given = nondet_int();
#ifdef NEVER
    if (*given != 7)
#endif
        full = 1;
#ifdef LOST
    if (!full) given = NULL;
#endif
    pthread_join(thread, NULL);
    return 0;
}
