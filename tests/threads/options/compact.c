// A search that keeps hashes says so; a violation is one in any case. Depth first the answers are the same.
// flags: --hash-compaction
// expect: TRUE(hash compaction: a state was left out with a probability below)
// flags: --hash-compaction -j 2
// expect: TRUE(hash compaction)
// flags: --hash-compaction --search dfs
// expect: TRUE(hash compaction)
// flags: --search dfs
// expect: TRUE
// flags: --hash-compaction -D BROKEN
// expect: FALSE(assert)
// flags: --search dfs -D BROKEN
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *add(void *argument) {
#ifdef BROKEN
    x = x + 1;
#else
    x += 1;
#endif
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
