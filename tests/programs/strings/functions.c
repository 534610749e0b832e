// flags: --bound 20
// expect: TRUE
#include <assert.h>
#include <string.h>
int main(void) {
    char s[16] = "abc";
    strcat(s, "def");
    assert(strcmp(s, "abcdef") == 0);
    assert(strncmp(s, "abcxyz", 3) == 0 && strcmp(s, "abd") < 0);
    assert(strchr(s, 'd') == s + 3 && strchr(s, 'q') == 0 && strrchr("aXbX", 'X')[1] == 0);
    assert(strstr(s, "cd") == s + 2);
    assert(memchr(s, 'f', 6) == s + 5);
    assert(strspn("112a", "123") == 3 && strcspn("ab,c", ",") == 2);
    assert(strnlen("abcdef", 3) == 3);
    memset(s, 'x', 3);
    assert(memcmp(s, "xxxdef", 7) == 0);
    strncpy(s, "ab", 5);
    assert(s[2] == 0 && s[4] == 0 && s[5] == 'f');
    return 0;
}
