// flags: --check leak
// expect: FALSE(memory-leak)
#include <pthread.h>
#include <stdlib.h>
static pthread_t thread;
static void *ignore(void *unused) {
    (void)unused;
    return 0;
}
int main(void) {
    pthread_create(&thread, 0, ignore, malloc(8)); // BUG
    pthread_join(thread, 0);
    return 0;
}
