// That an object dies is an action of its own: what was done before it is seen while it lives.
// flags: -DHEAP --check assert
// expect: FALSE(assert)
// flags: -DREALLOC --check assert
// expect: FALSE(assert)
// flags: -DSTACK --check assert
// expect: FALSE(assert)
// flags: -DSCOPE --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static volatile int dying;
static int *p;

static void *body(void *unused) {
    if (dying) assert(*p != 5); // BUG
    return unused;
}

static void dies(void) {
    pthread_t t;
    int local = 5;
#if defined HEAP || defined REALLOC
    p = malloc(sizeof *p);
    *p = 5;
#else
    p = &local;
#endif
    pthread_create(&t, 0, body, 0);
#ifdef SCOPE
    {
        int inner = 5;
        p = &inner;
        dying = 1;
    }
    dying = 0;
#endif
    dying = 1;
#ifdef HEAP
    free(p);
#elif defined REALLOC
    p = realloc(p, 1);
#endif
}

int main(void) {
    dies();
    dying = 0;
    pthread_exit(0);
}
