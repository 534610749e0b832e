// A value's destructor runs within the call that ends its thread. What is lost then is told at the program's end.
// flags: --check memcleanup
// expect: FALSE(memory-not-freed)
// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_key_t key;
static int destroyed;

static void destroy(void *value) { destroyed = value != 0; }

static void *worker(void *unused) {
    void *memory = malloc(4); // BUG
    pthread_setspecific(key, memory);
    pthread_exit(unused);
}

int main(void) {
    pthread_t a;
    pthread_key_create(&key, destroy);
    pthread_create(&a, 0, worker, 0);
    pthread_join(a, 0);
    assert(!destroyed); // BUG
    return 0;
}
