// expect: UNKNOWN(unsupported)
#include <semaphore.h>

int main(void) { sem_unlink("/name"); }
