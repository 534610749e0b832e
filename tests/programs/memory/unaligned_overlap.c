// A word is written at a symbolic byte offset over bytes that were written one by one.
// flags: --check default,-alignment
// expect: TRUE
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
    unsigned char b[12];
    for (int i = 0; i < 12; i++)
        b[i] = (unsigned char)i;
    unsigned at = __VERIFIER_nondet_uint() % 9, w = 0xaabbccdd, r;
    memcpy(b + at, &w, 4);
    assert(b[at] == 0xdd && b[at + 3] == 0xaa);
    assert(at == 0 || b[at - 1] == at - 1);
    assert(at == 8 || b[at + 4] == at + 4);
    memcpy(&r, b + at, 4);
    assert(r == w);
    return 0;
}
