// expect: TRUE
#include <assert.h>
static int ready;
__attribute__((constructor)) static void prepare(void) { ready = 7; }
int main(void) {
    assert(ready == 7);
    return 0;
}
