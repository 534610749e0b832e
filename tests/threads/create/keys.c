// Each thread makes a key of its own, whose destructor frees what it keeps.
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int total;

static void *work(void *kept) {
    pthread_key_t key;
    pthread_key_create(&key, free);
    pthread_setspecific(key, kept);
    total += 2;
    return NULL;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, NULL, work, malloc(4));
    pthread_join(a, NULL);
    pthread_create(&b, NULL, work, malloc(4));
    int seen = total;
    pthread_join(b, NULL);
    assert(total == 4);
    assert(seen != 4); // BUG
}
