// flags: --bound 30
// expect: TRUE
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    char s[8];
    int n = snprintf(s, sizeof s, "%d-%s", 42, "abcdefgh");
    assert(n == 11 && s[7] == 0 && memcmp(s, "42-abcd", 8) == 0);
    n = sprintf(s, "%04x%c", 0xbeu, 'Z');
    assert(n == 5 && strcmp(s, "00beZ") == 0);
    return 0;
}
