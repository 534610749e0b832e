// A semaphore hands over.
// flags: --check race
// expect: TRUE
#include <pthread.h>
#include <semaphore.h>
static int x;
static sem_t s;
static void *one(void *own) {
    x = 1;
    sem_post(&s);
    return own;
}
static void *two(void *own) {
    sem_wait(&s);
    x = 2;
    return own;
}
int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 0);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
