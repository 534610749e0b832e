// expect: TRUE
// flags: -m32
// expect: TRUE
#include <semaphore.h>
#include <assert.h>
#include <pthread.h>

static sem_t s;
static int value;

static void *producer(void *unused) {
    value = 5;
    assert(sem_post(&s) == 0);
    return unused;
}

int main(void) {
    pthread_t t;
    assert(sem_init(&s, 0, 0) == 0);
    pthread_create(&t, 0, producer, 0);
    assert(sem_wait(&s) == 0);
    assert(value == 5);
    pthread_join(t, 0);
    assert(sem_destroy(&s) == 0);
}
