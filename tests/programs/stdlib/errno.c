// expect: TRUE
#include <assert.h>
#include <errno.h>
int main(void) {
    errno = 0;
    errno = ERANGE;
    assert(errno == ERANGE);
    return 0;
}
