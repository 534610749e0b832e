// expect: FALSE(thread-misuse)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m;

int main(void) {
    pthread_mutex_init(&m, 0);
    pthread_mutex_lock(&m);
    pthread_mutex_init(&m, 0); // BUG
}
