// flags: --bound 8
// expect: TRUE
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void) {
    char s[6];
    for (int i = 0; i < 5; i++)
        s[i] = __VERIFIER_nondet_char();
    s[5] = 0;
    size_t n = strlen(s);
    assert(n <= 5 && s[n] == 0);
    assert(n == 0 || s[0] != 0);
    return 0;
}
