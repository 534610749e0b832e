// The violation is the last thing that any run does: the state behind the last step counts.
// flags: --encoding steps --check assert
// expect: FALSE(assert)
// flags: --encoding steps --check assert --steps instruction
// expect: FALSE(assert)
#include <assert.h>
#include <pthread.h>

static int flag;

static void *last(void *unused) {
    (void)unused;
    assert(flag != 1); // BUG
    return NULL;
}

int main(void) {
    pthread_t t;
    pthread_create(&t, NULL, last, NULL);
    flag = 1;
    return 0;
}
