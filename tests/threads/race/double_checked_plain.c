// Double-checked locking with a plain flag.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
#include <stdatomic.h>
static int value;
static int made;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *get(void *own) {
    if (!made) { // BUG
        pthread_mutex_lock(&m);
        if (!made) {
            value = 1;
            made = 1; // BUG
        }
        pthread_mutex_unlock(&m);
    }
    return value ? own : 0;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, get, 0);
    get(0);
    pthread_join(a, 0);
    return 0;
}
