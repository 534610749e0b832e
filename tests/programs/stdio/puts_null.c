// flags: --bound 20
// expect: FALSE(null-dereference|null-argument)
#include <stdio.h>
int __VERIFIER_nondet_int(void);
int main(void) {
    const char *s = "x";
    if (__VERIFIER_nondet_int() == 2)
        s = 0;
    puts(s);
    return 0;
}
