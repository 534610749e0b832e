// expect: TRUE
#include <errno.h>
#include <assert.h>
#include <pthread.h>

int main(void) { assert(pthread_join(pthread_self(), 0) == EDEADLK); }
