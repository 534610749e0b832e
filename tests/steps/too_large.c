// What asks for more than an object may have gets a null pointer and an error number, each thread its own.
// flags: --encoding steps --check assert
// expect: TRUE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
static void *ask(void *unused) {
    assert(malloc(SIZE_MAX) == NULL && errno == ENOMEM);
    return unused;
}
int main(void) {
    pthread_t t;
    errno = 0;
    pthread_create(&t, NULL, ask, NULL);
    pthread_join(t, NULL);
    assert(errno == 0);
    assert(calloc(SIZE_MAX / 2, 3) == NULL && errno == ENOMEM);
    return 0;
}
