// Two threads share a lock, the third one has another.
// flags: --check race
// expect: FALSE(race)
// reduce: tau-plus full
#include <pthread.h>
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *lock) {
    pthread_mutex_lock(lock);
    x++; // BUG
    pthread_mutex_unlock(lock);
    return 0;
}
int main(void) {
    pthread_t t[3];
    pthread_create(&t[0], 0, add, &m);
    pthread_create(&t[1], 0, add, &m);
    pthread_create(&t[2], 0, add, &n);
    for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
    return 0;
}
