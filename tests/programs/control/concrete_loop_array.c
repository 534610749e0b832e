// flags: --bound 2
// expect: TRUE
#include <assert.h>
static unsigned char sieve[2000];
int main(void) {
    int count = 0;
    for (int i = 2; i < 2000; i++) {
        if (sieve[i])
            continue;
        count++;
        for (int j = 2 * i; j < 2000; j += i)
            sieve[j] = 1;
    }
    assert(count == 303);
    return 0;
}
