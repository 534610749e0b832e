// A constant that is only declared may be an ordinary variable where it is defined.
// expect: TRUE
#include <assert.h>
extern int *const shared;
int main(void) {
    static int value = 4;
    *(int **)&shared = &value;
    assert(*shared == 4);
    return 0;
}
