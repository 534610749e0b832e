// The start of a thread and an exit handler that declare no parameters: the library's calls are not checked.
// expect: TRUE
#include <pthread.h>
#include <stdlib.h>
void *run() { return 0; }
void last() {}
int main(void) {
    pthread_t t;
    atexit(last);
    pthread_create(&t, 0, run, 0);
    pthread_join(t, 0);
    return 0;
}
