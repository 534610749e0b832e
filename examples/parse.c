// Reads a decimal number from untrusted text. For numbers that are too large the multiplication overflows:
// the check compares after the damage is done. Expected: FALSE(signed-overflow).
#include <ctype.h>
#include <string.h>

char __VERIFIER_nondet_char(void);

static int parse(const char *text, int *out) {
    int value = 0;
    if (!*text)
        return 0;
    for (; *text; text++) {
        if (!isdigit((unsigned char)*text))
            return 0;
        value = value * 10 + (*text - '0');
        if (value < 0)
            return 0;
    }
    *out = value;
    return 1;
}

int main(void) {
    char text[12];
    for (unsigned i = 0; i < sizeof text - 1; i++)
        text[i] = __VERIFIER_nondet_char();
    text[sizeof text - 1] = '\0';
    int value;
    return parse(text, &value) ? value == 42 : 0;
}
