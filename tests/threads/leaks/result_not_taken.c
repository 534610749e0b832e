// Who joins a thread without asking for its result loses it.
// flags: --check leak
// expect: FALSE(memory-leak)
#include <pthread.h>
#include <stdlib.h>
static pthread_t thread;
static void *make(void *unused) {
    (void)unused;
    return malloc(8); // BUG
}
int main(void) {
    pthread_create(&thread, 0, make, 0);
    pthread_join(thread, 0);
    return 0;
}
