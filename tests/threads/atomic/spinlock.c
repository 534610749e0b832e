// expect: TRUE
// reduce: full tau-plus
#include <stdatomic.h>
#include <assert.h>
#include <pthread.h>

static atomic_flag taken = ATOMIC_FLAG_INIT;
static int counter;

static void *increment(void *unused) {
    while (atomic_flag_test_and_set(&taken)) {}
    counter++;
    atomic_flag_clear(&taken);
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, increment, 0);
    increment(0);
    pthread_join(t, 0);
    assert(counter == 2);
}
