// What is lost when the first thread has ended before others, or a thread ends the program.
// flags: --engine bmc --check memory,leak
// expect: TRUE
// flags: --engine bmc --check memory,memcleanup
// expect: TRUE
// flags: --engine bmc --check memory,leak -D OVERWRITES
// expect: FALSE(memory-leak)
// flags: --engine bmc --check memory,leak -D EXITS
// expect: UNKNOWN(unsupported: a heap object that may still be pointed to beside threads)
// flags: --engine bmc --check memory,memcleanup -D EXITS
// expect: FALSE(memory-not-freed)
// flags: --engine bmc --check memory,leak -D WAITS
// expect: UNKNOWN(unsupported: leaks on runs without an end beside threads)
// flags: --engine bmc --check memory,memcleanup -D WAITS
// expect: TRUE
#include <pthread.h>
#include <stdlib.h>

static int *kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *use(void *given) {
    int *own = given;
#ifdef EXITS
    if (*own == 1) exit(0);
#endif
    pthread_mutex_lock(&lock);
#ifdef WAITS
    pthread_mutex_lock(&lock);
#endif
    free(own);
#ifdef OVERWRITES
    kept = NULL;
#else
    free(kept);
#endif
    pthread_mutex_unlock(&lock);
    return NULL;
}

int main(void) {
    pthread_t thread;
    int *given = malloc(sizeof *given); // BUG
    kept = malloc(sizeof *kept); // BUG
    if (given == NULL || kept == NULL) abort();
    *given = 1;
#ifdef EXITS
    int *held = malloc(sizeof *held);
#endif
    pthread_create(&thread, NULL, use, given);
#ifdef EXITS
    free(held);
#endif
    pthread_exit(NULL);
}
