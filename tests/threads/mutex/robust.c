// expect: UNKNOWN(unsupported)
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_mutexattr_t a;
    pthread_mutexattr_init(&a);
    pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
}
