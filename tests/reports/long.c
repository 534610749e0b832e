#include <assert.h>

static unsigned early, sum;

int main(void) {
    for (unsigned i = 0; i < 12000; i++) {
        if (i == 3000)
            early = 7;
        sum += i;
    }
    assert(sum == 0);
    return 0;
}
