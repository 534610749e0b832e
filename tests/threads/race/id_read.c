// A third thread looks at an id that is being written.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
static pthread_t b;
static void *nothing(void *own) {
    return own;
}
static void *look(void *own) {
    return b ? own : 0; // BUG
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, look, 0);
    pthread_create(&b, 0, nothing, 0); // BUG
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
