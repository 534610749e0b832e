// expect: TRUE
#include <assert.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int shared;
int main(void) {
    __VERIFIER_atomic_begin();
    shared++;
    __VERIFIER_atomic_end();
    assert(shared == 1);
    return 0;
}
