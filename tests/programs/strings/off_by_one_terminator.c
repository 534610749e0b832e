// flags: --bound 8
// expect: FALSE(array-bounds|invalid-write)
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void) {
    char in[7], out[4];
    for (int i = 0; i < 6; i++)
        in[i] = __VERIFIER_nondet_char();
    in[6] = 0;
    size_t n = strlen(in);
    if (n > sizeof out)
        return 1;
    memcpy(out, in, n);
    out[n] = 0; // BUG
    return 0;
}
