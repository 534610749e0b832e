// What one thread wrote last is not there yet when another one, which is alone by then in most runs, reads it.
// expect: FALSE(reach-error)
#include <pthread.h>
extern void reach_error(void);
static int told, written;
static void *tell(void *own) {
    told = 1;
    written = 1;
    return own;
}
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, tell, 0);
    while (!told) {}
    if (written == 0) reach_error(); // BUG
    return 0;
}
