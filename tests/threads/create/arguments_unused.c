// Arguments of main that are not used. The place of a deadlock is that of the thread that waits for one that has ended.
// flags: --check deadlock
// expect: FALSE(deadlock)
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *keep(void *own) {
    pthread_mutex_lock(&m);
    return own;
}
int main(int argc, char **argv) {
    pthread_t t;
    pthread_create(&t, 0, keep, 0);
    pthread_mutex_lock(&m); // BUG
    pthread_mutex_unlock(&m);
    return 0;
}
