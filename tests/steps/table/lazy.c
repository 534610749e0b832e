// Of the shape of LLVMVF's lazy01: three threads, one lock, and a sum that the third one finds complete.
// flags: --encoding steps --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *first(void *unused) {
    pthread_mutex_lock(&m);
    data++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&m);
    data += 2;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *third(void *unused) {
    pthread_mutex_lock(&m);
    assert(data < 3); // BUG
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, NULL, first, NULL);
    pthread_create(&b, NULL, second, NULL);
    pthread_create(&c, NULL, third, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
