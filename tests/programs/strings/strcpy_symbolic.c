// A symbolic string is copied as a term, whatever the bound.
// flags: --bound 2
// expect: TRUE
// flags: --bound 2 -DSIZE=20
// expect: FALSE(invalid-write)
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
#ifndef SIZE
#define SIZE 100
#endif
int main(void) {
    char text[30], other[SIZE];
    for (int i = 0; i < 29; i++)
        text[i] = __VERIFIER_nondet_char();
    text[29] = 0;
    strcpy(other, text);
    unsigned long n = strlen(text);
    assert(other[n] == 0);
    for (int i = 0; i < 29; i++)
        assert(i >= (int)n || other[i] == text[i]);
    return 0;
}
