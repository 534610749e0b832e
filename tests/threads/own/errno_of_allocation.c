// A failed allocation sets the error number, of the thread that asked.
// flags: --malloc-may-fail
// expect: TRUE
// flags: --malloc-may-fail -DOTHER
// expect: FALSE(assert)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
static void *one(void *own) {
    errno = 0;
    char *p = malloc(8);
    if (p == 0) {
        assert(errno == ENOMEM);
        return own;
    }
    char *q = realloc(p, 16);
    if (q == 0) {
#ifdef OTHER
        assert(errno == EINVAL); // BUG
#endif
        assert(errno == ENOMEM);
        free(p);
    }
    free(q);
    return own;
}
int main(void) {
    pthread_t a;
    errno = 3;
    pthread_create(&a, 0, one, 0);
    pthread_join(a, 0);
    assert(errno == 3);
    return 0;
}
