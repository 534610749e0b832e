// Of the shape of LLVMVF's stateful01: two threads change two variables in critical sections of their own.
// flags: --encoding steps --check assert
// expect: FALSE(assert)
// flags: --encoding steps --check assert -D RIGHT
// expect: TRUE
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t ma = PTHREAD_MUTEX_INITIALIZER, mb = PTHREAD_MUTEX_INITIALIZER;
static int data1 = 10, data2 = 10;

static void *first(void *unused) {
    pthread_mutex_lock(&ma);
    data1++;
    pthread_mutex_unlock(&ma);
    pthread_mutex_lock(&mb);
    data2++;
    pthread_mutex_unlock(&mb);
    return unused;
}

static void *second(void *unused) {
    pthread_mutex_lock(&ma);
    data1 += 5;
    pthread_mutex_unlock(&ma);
    pthread_mutex_lock(&mb);
    data2 -= 6;
    pthread_mutex_unlock(&mb);
    return unused;
}

int main(void) {
    pthread_t s, t;
    pthread_create(&s, NULL, first, NULL);
    pthread_create(&t, NULL, second, NULL);
    pthread_join(s, NULL);
    pthread_join(t, NULL);
#ifdef RIGHT
    assert(data1 == 16 && data2 == 5);
#else
    assert(data1 != 16 || data2 != 5); // BUG
#endif
    return 0;
}
