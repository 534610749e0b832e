// Fields packed into a word and taken out again.
// flags: --bound 5
// expect: TRUE
// flags: --bound 5 -DBUG
// expect: FALSE(assert)
#include "common.h"

struct fields { unsigned a : 5, b : 11, c : 3, d : 13; };
int main(void) {
    struct fields f;
    unsigned v[4];
    for (int i = 0; i < 4; i++)
        v[i] = __VERIFIER_nondet_uint();
    f.a = v[0]; f.b = v[1]; f.c = v[2]; f.d = v[3];
    unsigned word;
    memcpy(&word, &f, sizeof word);
    unsigned packed = (v[0] & 31) | (v[1] & 2047) << 5 | (v[2] & 7) << 16 | (v[3] & FIX(8191, 4095)) << 19;
    assert(word == packed);
    return 0;
}
