// expect: FALSE(thread-misuse)
#include <semaphore.h>
#include <assert.h>
#include <pthread.h>

int main(void) {
    sem_t s;
    sem_init(&s, 0, 1);
    sem_destroy(&s);
    sem_post(&s); // BUG
}
