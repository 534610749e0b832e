// flags: -DPART=1
// expect: FALSE(thread-misuse)
// flags: -DPART=2
// expect: FALSE(thread-misuse)
// flags: -DPART=3
// expect: FALSE(thread-misuse)
// flags: -DPART=4
// expect: FALSE(deadlock)
#include <assert.h>
#include <pthread.h>

static pthread_spinlock_t l;

int main(void) {
    if (PART != 1) pthread_spin_init(&l, PTHREAD_PROCESS_PRIVATE);
    if (PART == 2) pthread_spin_unlock(&l); // BUG
    pthread_spin_lock(&l); // BUG
    if (PART == 3) pthread_spin_destroy(&l); // BUG
    pthread_spin_lock(&l); // BUG
}
