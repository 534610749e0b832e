// The terminator does not fit.
// expect: FALSE(invalid-write)
#include <stdlib.h>
#include <string.h>
int main(void) {
    const char *s = "abcdef";
    char *copy = malloc(strlen(s));
    unsigned i = 0;
    while ((copy[i] = s[i])) // BUG
        i++;
    free(copy);
    return 0;
}
