// A string of at most N characters is copied, measured and compared by functions of the program. Broken: the copy ends early.
// bound: N + 1
#include "growth.h"

static unsigned length(const char *s) {
    unsigned n = 0;
    while (s[n])
        n++;
    return n;
}

static void copy(char *to, const char *from) {
    unsigned i = 0;
    for (; from[i] && !(WRONG && i == N - 1); i++)
        to[i] = from[i];
    to[i] = 0;
}

static int equal(const char *a, const char *b) {
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

int main(void) {
    char text[N + 1], other[N + 1];
    for (int i = 0; i < N; i++)
        text[i] = (char)__VERIFIER_nondet_uchar();
    text[N] = 0;
    copy(other, text);
    assert(length(other) == length(text));
    assert(equal(other, text));
}
