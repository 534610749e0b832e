// The result of a join is written where another thread reads.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static void *result;
static void *nothing(void *own) {
    return own;
}
static void *look(void *own) {
    return result ? own : 0; // BUG
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, look, 0);
    pthread_create(&b, 0, nothing, 0);
    pthread_join(b, &result); // BUG
    pthread_join(a, 0);
    return 0;
}
