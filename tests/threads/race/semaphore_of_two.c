// A semaphore that lets two in.
// flags: --check race
// expect: FALSE(race)
#include <pthread.h>
#include <semaphore.h>
static int x;
static sem_t s;
static void *one(void *own) {
    sem_wait(&s);
    x++; // BUG
    sem_post(&s);
    return own;
}
static void *two(void *own) {
    sem_wait(&s);
    x++; // BUG
    sem_post(&s);
    return own;
}
int main(void) {
    pthread_t a, b;
    sem_init(&s, 0, 2);
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
