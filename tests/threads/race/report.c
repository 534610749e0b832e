// The report names both places and threads.
// flags: --check race
// expect: FALSE(race)
// stdout: : write of 4 bytes at report.c:11 by the thread of main, write of 4 bytes at report.c:7 by the thread of add; object: counter (4 bytes)
#include <pthread.h>
static int counter;
static void *add(void *own) { counter = 2; return own; } // BUG
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    counter = 1; // BUG
    pthread_join(a, 0);
    return 0;
}
