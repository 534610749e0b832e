// The allocation is made once although another thread may run before its result is stored.
// flags: --check leak,memcleanup
// expect: TRUE
#include <stdlib.h>
static int g;
static void *p;
int main(void) {
    g = 1;
    if (posix_memalign(&p, 16, 32)) return 0;
    free(p);
    return 0;
}
