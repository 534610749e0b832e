// An update is lost when one thread that could go on is interrupted: with no such switch nothing is found, and that is no proof.
// flags: --context-bound 0
// expect: UNKNOWN(context bound 0)
// flags: --context-bound 1
// expect: FALSE(assert)
// flags: --context-bound 1 --search dfs
// expect: FALSE(assert)
// flags: --context-bound 5
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static int x;

static void *add(void *argument) {
    int seen = x;
    x = seen + 1;
    return argument;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, add, NULL);
    pthread_create(&b, NULL, add, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2); // BUG
    return 0;
}
