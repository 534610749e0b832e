// Heap objects that threads share: a use after free, and none.
// flags: --encoding steps --check assert,memory
// expect: FALSE
// flags: --encoding steps --check assert,memory -D JOINED
// expect: TRUE
// flags: --encoding steps --check assert
// expect: UNKNOWN(undefined)|UNKNOWN
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *t(void *given) {
    int *p = given;
    *p = 5; // BUG
    return NULL;
}

int main(void) {
    pthread_t id;
    int *p = malloc(sizeof *p);
    *p = 4;
    pthread_create(&id, NULL, t, p);
#ifdef JOINED
    pthread_join(id, NULL);
    assert(*p == 5);
#endif
    free(p);
    return 0;
}
