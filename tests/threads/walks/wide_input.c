// An input that a search cannot try value by value; many values lead to the violation.
// flags: --check assert
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
extern unsigned __VERIFIER_nondet_uint(void);
static unsigned sum;
static void *add(void *own) {
    sum += *(unsigned *)own;
    return own;
}
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), m = n * 3;
    pthread_t one, two;
    pthread_create(&one, NULL, add, &n);
    pthread_create(&two, NULL, add, &m);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    assert(sum == n + m); // BUG
    return 0;
}
