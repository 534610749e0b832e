// A counter that goes up by 1, 2 or 3 in each of N rounds, as inputs say, and a second one that follows. Broken: by one.
// bound: N + 1
#include "growth.h"

int main(void) {
    unsigned sum = 0, twice = 0;
    for (int i = 0; i < N; i++) {
        unsigned step = 1 + __VERIFIER_nondet_uint() % 3;
        sum += step;
        twice += 2 * step;
    }
    assert(sum >= N && sum <= 3u * N - WRONG);
    assert(twice == 2 * sum);
}
