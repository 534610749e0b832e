// expect: FALSE(null-dereference)
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_mutex_lock(0); // BUG
}
