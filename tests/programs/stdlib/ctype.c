// expect: TRUE
#include <assert.h>
#include <ctype.h>
unsigned char __VERIFIER_nondet_uchar(void);
int main(void) {
    unsigned char c = __VERIFIER_nondet_uchar();
    if (c > 127)
        return 0;
    if (isdigit(c))
        assert(c >= '0' && c <= '9' && isalnum(c) && !isalpha(c));
    if (isupper(c))
        assert(tolower(c) == c + 32 && isalpha(c));
    if (islower(toupper(c)))
        assert(0);
    assert(!isspace(c) || c == ' ' || (c >= 9 && c <= 13));
    return 0;
}
