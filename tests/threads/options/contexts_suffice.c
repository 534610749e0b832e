// Where no run has more switches of threads that could go on than were allowed, nothing was left out.
// flags: --context-bound 0
// expect: UNKNOWN(context bound 0)
// flags: --context-bound 9
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *argument) {
    x = x + 1;
    return argument;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, NULL, add, NULL);
    pthread_join(a, NULL);
    assert(x == 1);
    return 0;
}
