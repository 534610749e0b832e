// flags: --bound 6
// expect: FALSE(assert)
#include <assert.h>
#include <string.h>
char __VERIFIER_nondet_char(void);
int main(void) {
    char password[5];
    for (int i = 0; i < 4; i++)
        password[i] = __VERIFIER_nondet_char();
    password[4] = 0;
    assert(strcmp(password, "k3y!") != 0); // BUG
    return 0;
}
