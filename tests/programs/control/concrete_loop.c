// A loop that needs no formula needs no bound either.
// flags: --bound 2
// expect: TRUE
#include <assert.h>
int main(void) {
    unsigned sum = 0;
    for (unsigned i = 0; i < 100000; i++)
        sum += i;
    assert(sum == 704982704u);
    return 0;
}
