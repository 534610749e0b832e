// Two threads take any amount from an account; the test and the change are not one step.
#include <assert.h>
#include <pthread.h>

unsigned __VERIFIER_nondet_uint(void);

static unsigned balance, amount;

static void *withdraw(void *unused) {
    (void)unused;
    if (amount <= balance) balance -= amount;
    return NULL;
}

int main(void) {
    pthread_t one, other;
    unsigned before = balance = __VERIFIER_nondet_uint();
    amount = __VERIFIER_nondet_uint();
    pthread_create(&one, NULL, withdraw, NULL);
    pthread_create(&other, NULL, withdraw, NULL);
    pthread_join(one, NULL);
    pthread_join(other, NULL);
    assert(balance <= before);
    return 0;
}
