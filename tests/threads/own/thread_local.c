// expect: TRUE
// flags: -m32
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static _Thread_local int own = 3;
static _Thread_local int *where;

static void *body(void *of_main) {
    assert(own == 3 && where == 0);
    own = 4;
    where = &own;
    assert(where != of_main && *(int *)of_main == 3 && *where == 4);
    return 0;
}

int main(void) {
    pthread_t t;
    where = &own;
    pthread_create(&t, 0, body, &own);
    pthread_join(t, 0);
    assert(own == 3 && where == &own);
}
