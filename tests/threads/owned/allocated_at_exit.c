// The end of the program sees the object between its allocation and its end, which nobody else does.
// flags: --check memcleanup
// expect: FALSE(memory-not-freed)
#include <pthread.h>
#include <stdlib.h>
static int before, after;
static void *use(void *own) {
    before = 1;
    int *p = malloc(4); // BUG
    free(p);
    after = 1;
    return own;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, use, 0);
    pthread_detach(other);
    return 0;
}
