// Double-checked locking with an atomic flag.
// flags: --check race
// expect: TRUE
#include <pthread.h>
#include <stdatomic.h>
static int value;
static atomic_int made;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *get(void *own) {
    if (!made) {
        pthread_mutex_lock(&m);
        if (!made) {
            value = 1;
            made = 1;
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
