// Only where one thread comes first, something is lost; afterwards nothing else tells that.
// flags: --check leak
// expect: FALSE(memory-leak)
// flags: --check memcleanup
// expect: FALSE(memory-not-freed)
#include <pthread.h>
#include <stdlib.h>
static int g;
static int *volatile q;
static void *first(void *unused) {
    g = 1;
    return unused;
}
static void *second(void *unused) {
    if (!g) {
        q = malloc(4); // BUG
        q = 0;
    }
    return unused;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, first, 0);
    pthread_create(&b, 0, second, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
