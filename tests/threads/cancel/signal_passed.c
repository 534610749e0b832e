// A signal that comes together with a request is not lost: another thread that waits has it.
// flags: --check assert,deadlock
// expect: TRUE
// flags: --check assert,deadlock -DALONE
// expect: FALSE(deadlock)
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int waiting, tokens;
static void give_back(void *unused) {
    (void)unused;
    pthread_mutex_unlock(&mutex);
}
static void *take(void *unused) {
    (void)unused;
    pthread_mutex_lock(&mutex);
    pthread_cleanup_push(give_back, NULL);
    waiting++;
    while (tokens == 0) pthread_cond_wait(&changed, &mutex);
    tokens--;
    pthread_cleanup_pop(1);
    return NULL;
}
int main(void) {
    pthread_t one, other;
    void *result;
    pthread_create(&one, NULL, take, NULL);
    pthread_create(&other, NULL, take, NULL);
    pthread_mutex_lock(&mutex);
    int both = waiting == 2;
    pthread_mutex_unlock(&mutex);
    if (!both) return 0;
    pthread_mutex_lock(&mutex);
    tokens = 1;
    pthread_cond_signal(&changed);
    pthread_mutex_unlock(&mutex);
    pthread_cancel(one);
    pthread_join(one, &result);
#ifdef ALONE
    pthread_join(other, NULL); // BUG
#else
    if (result == PTHREAD_CANCELED) pthread_join(other, NULL);
#endif
    return 0;
}
