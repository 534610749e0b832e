// Jumps within a thread, from a loop that marks the place again in each round.
// flags: --check assert,memory
// expect: TRUE
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>
static int done;
static void leave(jmp_buf place, int with) {
    int local = with;
    if (local) longjmp(place, local);
}
static void *rounds(void *own) {
    jmp_buf place;
    volatile int count = 0;
    for (int i = 0; i < 3; i++) {
        int with = setjmp(place);
        if (with == 0) leave(place, i + 1);
        assert(with == i + 1 || with == 0);
        count += with;
    }
    assert(count == 6);
    done++;
    return own;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, rounds, 0);
    pthread_join(t, 0);
    rounds(0);
    assert(done == 2);
    return 0;
}
