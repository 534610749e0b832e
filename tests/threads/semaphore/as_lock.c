// A semaphore of 2 lets two inside.
// flags: -DPLACES=1
// expect: TRUE
// flags: -DPLACES=2
// expect: FALSE(assert)
#include <semaphore.h>
#include <assert.h>
#include <pthread.h>

static sem_t s;
static int inside;

static void *body(void *unused) {
    sem_wait(&s);
    inside++;
    assert(inside == 1); // BUG
    inside--;
    sem_post(&s);
    return unused;
}

int main(void) {
    pthread_t t;
    sem_init(&s, 0, PLACES);
    pthread_create(&t, 0, body, 0);
    body(0);
    pthread_join(t, 0);
}
