// Of the shape of LLVMVF's account: two threads change a balance, a third one looks at it.
// flags: --encoding steps --check assert
// expect: FALSE(assert)
// flags: --encoding steps --check assert -D RIGHT
// expect: TRUE
#include <assert.h>
#include <pthread.h>

int nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x, y, z, balance, deposit_done, withdraw_done;

static void *deposit(void *unused) {
    pthread_mutex_lock(&m);
    balance = balance + y;
    deposit_done = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *withdraw(void *unused) {
    pthread_mutex_lock(&m);
    balance = balance - z;
    withdraw_done = 1;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *check(void *unused) {
    pthread_mutex_lock(&m);
#ifdef RIGHT
    if (deposit_done && withdraw_done) assert(balance == (x + y) - z);
#else
    if (deposit_done) assert(balance == (x + y) - z); // BUG
#endif
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void) {
    pthread_t a, b, c;
    x = nondet_int() & 0xffff;
    y = nondet_int() & 0xffff;
    z = nondet_int() & 0xffff;
    balance = x;
    pthread_create(&a, NULL, check, NULL);
    pthread_create(&b, NULL, deposit, NULL);
    pthread_create(&c, NULL, withdraw, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    pthread_join(c, NULL);
    return 0;
}
