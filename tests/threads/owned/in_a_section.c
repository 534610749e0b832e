// Accesses in atomic sections count, too.
// expect: FALSE(reach-error)
#include <pthread.h>
extern void reach_error(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;
static void *twice(void *own) {
    __VERIFIER_atomic_begin();
    x++;
    x++;
    __VERIFIER_atomic_end();
    return own;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, twice, 0);
    int once = x;
    if (x != once) reach_error(); // BUG
    pthread_join(other, 0);
    return 0;
}
