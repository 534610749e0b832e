// expect: FALSE(thread-misuse)
#include <assert.h>
#include <pthread.h>

int main(void) {
    pthread_key_t key;
    pthread_key_create(&key, 0);
    pthread_setspecific(key, &key);
    pthread_key_delete(key);
    pthread_setspecific(key, &key); // BUG
}
