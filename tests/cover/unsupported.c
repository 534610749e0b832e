// flags: --cover lines
// line: UNKNOWN(unsupported:
#include <pthread.h>

static int shared;

static void *work(void *argument) {
    shared = 1; //1 unknown
    return argument; //1 unknown
}

int main(void) {
    pthread_t thread;
    if (shared) //1 reached
        return 2; //1 unknown
    pthread_create(&thread, 0, work, 0); //1 reached
    return shared; //1 reached
}
