// The second thread is made after the first one has ended, or before: not the same owner.
// expect: FALSE(reach-error)
#include <pthread.h>
extern void reach_error(void);
static int told, written;
static void *tell(void *own) {
    told = 1;
    written = 1;
    return own;
}
static void *look(void *own) {
    if (written == 0) reach_error(); // BUG
    return own;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, tell, 0);
    pthread_detach(other);
    while (!told) {}
    pthread_create(&other, 0, look, 0);
    pthread_join(other, 0);
    return 0;
}
