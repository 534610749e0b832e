// Without the body of the program's own function, that of the library is meant.
// expect: FALSE(assert)
// flags: --remove-body strlen
// expect: TRUE
#include <string.h>
extern void __VERIFIER_assert(int);
size_t strlen(const char *s) { return 7; }
int main(void) {
    __VERIFIER_assert(strlen("ab") == 2); // BUG
    return 0;
}
