// Which of some mutexes is initialised depends on an input; none was one before.
// flags: --bound 4
// expect: TRUE
#include <pthread.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
    unsigned i = __VERIFIER_nondet_uint() % 3;
    pthread_mutex_t *m = malloc(3 * sizeof *m);
    pthread_mutex_init(&m[i], 0);
    free(m);
}
