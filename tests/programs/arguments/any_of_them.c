// expect: FALSE(assert)
// flags: -m32
// expect: FALSE(assert)
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(int argc, char **argv) {
    int i = __VERIFIER_nondet_int();
    if (i > 0 && i < argc)
        assert(argv[i][0] != 'q'); // BUG
    return 0;
}
