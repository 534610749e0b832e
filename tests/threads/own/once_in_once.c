// expect: FALSE(deadlock)
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void initialise(void) {
    pthread_once(&once, initialise); // BUG
}

int main(void) { pthread_once(&once, initialise); }
