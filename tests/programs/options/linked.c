// with: linked_other.c
// expect: FALSE(assert)
#include <assert.h>
int shared_counter = 1;
int next(void);
int main(void) {
    assert(next() == 2);
    assert(next() == 2); // BUG
    return 0;
}
