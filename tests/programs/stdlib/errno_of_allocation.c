// A failed allocation sets the error number.
// flags: --malloc-may-fail
// expect: TRUE
// flags: --malloc-may-fail -DWRONG
// expect: FALSE(assert)
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
int main(void) {
    errno = 0;
    int *p = malloc(sizeof *p);
    assert(p != 0 || errno == ENOMEM);
#ifdef WRONG
    assert(p != 0 || errno == EINVAL); // BUG
#endif
    int *q = realloc(p, 8);
    assert(q != 0 || errno == ENOMEM);
    free(q ? q : p);
    return 0;
}
