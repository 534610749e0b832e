#include <pthread.h>
pthread_mutex_t left = PTHREAD_MUTEX_INITIALIZER, right = PTHREAD_MUTEX_INITIALIZER;
int balance[2] = {100, 50};

static void transfer(pthread_mutex_t *from, pthread_mutex_t *to, int i, int amount) {
    pthread_mutex_lock(from);
    balance[i] -= amount;
    pthread_mutex_lock(to);
    balance[1 - i] += amount;
    pthread_mutex_unlock(to);
    pthread_mutex_unlock(from);
}

static void *back(void *arg) {
    int amount = *(int *)arg;
    transfer(&right, &left, 1, amount);
    return 0;
}

int main(void) {
    pthread_t t;
    int amount = 7;
    pthread_create(&t, 0, back, &amount);
    transfer(&left, &right, 0, 20);
    pthread_join(t, 0);
    return balance[0];
}
