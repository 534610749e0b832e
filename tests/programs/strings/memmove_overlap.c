// expect: TRUE
#include <assert.h>
#include <string.h>
int main(void) {
    char s[8] = "abcdefg";
    memmove(s + 2, s, 5);
    assert(memcmp(s, "ababcde", 8) == 0);
    memmove(s, s + 1, 4);
    assert(memcmp(s, "babccde", 8) == 0);
    return 0;
}
