// flags: --bound 6
// expect: FALSE(assert)
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void) {
    char s[6] = {0};
    for (int i = 0; i < 5; i++) {
        s[i] = __VERIFIER_nondet_char();
        if (s[i] < 'a' || s[i] > 'c')
            return 0;
    }
    int i = 0, j = 4, same = 1;
    while (i < j)
        same &= s[i++] == s[j--];
    assert(!same || s[1] != 'b' || s[2] != 'a'); // BUG
    return 0;
}
