// flags: --bound 30
// expect: FALSE(invalid-write)
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    char s[8];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 10000)
        return 0;
    sprintf(s, "id=%d", n * 10);
    return s[0];
}
