// expect: FALSE(assert)
#include <assert.h>
int main(void) {
    float sum = 0.0f;
    for (int i = 0; i < 10; i++)
        sum += 0.1f;
    assert(sum == 1.0f); // BUG
    return 0;
}
