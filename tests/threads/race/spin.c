// A spinlock.
// flags: --check race
// expect: TRUE
#include <pthread.h>
static int x;
static pthread_spinlock_t l;
static void *one(void *own) {
    pthread_spin_lock(&l);
    x++;
    pthread_spin_unlock(&l);
    return own;
}
static void *two(void *own) {
    pthread_spin_lock(&l);
    x++;
    pthread_spin_unlock(&l);
    return own;
}
int main(void) {
    pthread_t a, b;
    pthread_spin_init(&l, 0);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
