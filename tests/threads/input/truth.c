// An input that is only asked whether it is zero has two classes of values.
// expect: TRUE
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *own) {
    pthread_mutex_lock(&m);
    if (__VERIFIER_nondet_int()) x++;
    pthread_mutex_unlock(&m);
    return own;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, add, 0);
    add(0);
    pthread_join(a, 0);
    if (x < 0 || x > 2) reach_error();
    return 0;
}
