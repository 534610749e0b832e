// N operations on a ring of eight places, put or get as inputs say, beside a count. Broken: it is never full.
// bound: N + 1
#include "growth.h"
#define PLACES 8

int main(void) {
    int ring[PLACES], last = 0;
    unsigned head = 0, tail = 0, count = 0;
    for (int i = 0; i < N; i++) {
        int value = __VERIFIER_nondet_int();
        if (value & 1) {
            if (count < PLACES + WRONG) {
                ring[tail] = i;
                tail = (tail + 1) % PLACES;
                count++;
            }
        } else if (count > 0) {
            assert(ring[head] >= last);
            last = ring[head];
            head = (head + 1) % PLACES;
            count--;
        }
        assert(count <= PLACES);
        assert((head + count) % PLACES == tail);
    }
}
