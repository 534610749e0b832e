// flags: --check leak,memcleanup
// expect: TRUE
#include <pthread.h>
#include <stdlib.h>
static void *make(void *unused) {
    (void)unused;
    return malloc(8);
}
int main(void) {
    pthread_t thread;
    void *result;
    pthread_create(&thread, 0, make, 0);
    pthread_join(thread, &result);
    free(result);
    return 0;
}
