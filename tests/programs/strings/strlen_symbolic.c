// The length of a symbolic string is a term, whatever the bound.
// flags: --bound 2
// expect: TRUE
// flags: --bound 2 -DSHORT
// expect: FALSE(invalid-read)
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void) {
    char text[40];
    for (int i = 0; i < 40; i++)
        text[i] = __VERIFIER_nondet_char();
#ifndef SHORT
    text[39] = 0;
#endif
    unsigned long n = strlen(text); // BUG
    assert(n < 40);
    assert(text[n] == 0);
    assert(n == 0 || text[n - 1] != 0);
    return 0;
}
