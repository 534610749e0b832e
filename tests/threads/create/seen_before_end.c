// What is done last before the program ends is seen by others.
// flags: -DEND=return(0)
// expect: FALSE(assert)
// flags: -DEND=exit(0)
// expect: FALSE(assert)
// flags: -DEND=abort()
// expect: FALSE(assert)
// flags: -DEND=__VERIFIER_assume(0)
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void __VERIFIER_assume(int);
static int x;

static void *body(void *unused) {
    assert(x == 0); // BUG
    return unused;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, 0, body, 0);
    x = 1;
    END;
}
