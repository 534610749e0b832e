// expect: FALSE(deadlock)
#include <semaphore.h>
#include <assert.h>
#include <pthread.h>

static sem_t s;

int main(void) {
    sem_init(&s, 0, 1);
    sem_wait(&s);
    sem_wait(&s); // BUG
}
