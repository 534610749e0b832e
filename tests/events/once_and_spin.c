// Who waits for an initialisation, or for a spin lock, waits for the thread that is in it.
// flags:
// expect: TRUE
// flags: -D ONCE
// expect: FALSE(deadlock)
// flags: -D SPIN
// expect: FALSE(deadlock)
#include <pthread.h>

static pthread_spinlock_t spin;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void initialise(void) {
#ifdef ONCE
    pthread_mutex_lock(&lock); // BUG
    pthread_mutex_unlock(&lock);
#endif
}

static void *other(void *unused) {
    pthread_once(&once, initialise); // BUG
#ifdef SPIN
    pthread_spin_lock(&spin); // BUG
    pthread_mutex_lock(&lock); // BUG
    pthread_mutex_unlock(&lock);
    pthread_spin_unlock(&spin);
#endif
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_spin_init(&spin, 0);
    pthread_create(&thread, 0, other, 0);
    pthread_mutex_lock(&lock); // BUG
    pthread_once(&once, initialise); // BUG
#ifdef SPIN
    pthread_spin_lock(&spin); // BUG
    pthread_spin_unlock(&spin);
#endif
    pthread_mutex_unlock(&lock);
    pthread_join(thread, 0); // BUG
    return 0;
}
