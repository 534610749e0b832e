// What threads are given and give back, also by one function for both.
// flags: --encoding steps --check assert,memory
// expect: TRUE
// flags: --encoding steps --check assert,memory -D WRONG
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

int nondet_int(void);

struct work {
    int from, to;
};

static void *t(void *given) {
    struct work *w = given;
    w->to = w->from + 1;
    return &w->to;
}

int main(void) {
    pthread_t id[2];
    struct work w[2];
    for (int i = 0; i < 2; i++) {
        w[i].from = nondet_int() & 0xff;
        pthread_create(&id[i], NULL, t, &w[i]);
    }
    for (int i = 0; i < 2; i++) {
        void *result;
        pthread_join(id[i], &result);
#ifdef WRONG
        assert(*(int *)result != 0x2a); // BUG
#else
        assert(*(int *)result == w[i].from + 1);
#endif
    }
    return 0;
}
