// Everybody reads it, and one thread writes it in the end.
// expect: FALSE(reach-error)
#include <pthread.h>
extern void reach_error(void);
static int limit = 2, told;
static void *count(void *own) {
    int seen = 0;
    for (int i = 0; i < limit; i++) seen++;
    if (seen > 2) reach_error(); // BUG
    told = 1;
    return own;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    if (told) limit = 3;
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
