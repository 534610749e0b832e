// The program ends while another thread still has the only pointer.
// flags: --check leak
// expect: TRUE
// flags: --check memcleanup
// expect: FALSE(memory-not-freed)
#include <pthread.h>
#include <stdlib.h>
static int g;
static void *use(void *unused) {
    int *p = malloc(4); // BUG
    g = 1;
    *p = g;
    free(p);
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, use, 0);
    return g;
}
