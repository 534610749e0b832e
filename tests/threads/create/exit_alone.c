// pthread_exit of the only thread ends the program.
// expect: TRUE
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_exit(0);
    assert(0);
}
