// What is scanned of a string must not be written to it, as far as it is read.
// expect: FALSE(overlap)
// flags: -D SHIFTED
// expect: FALSE(overlap)
// flags: -D NUMBER
// expect: FALSE(overlap)
// flags: -D BEHIND
// expect: TRUE
// flags: -D READ
// expect: TRUE
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
    _Alignas(int) char b[24] = "12345 abcdef";
#if defined SHIFTED
    sscanf(b, "%15s", b + 1); // BUG
#elif defined NUMBER
    sscanf(b, "%d", (int *)(b + 4)); // BUG
#elif defined BEHIND
    assert(sscanf(b, "%4s", b + 6) == 1);
    assert(strcmp(b, "12345 1234") == 0);
#elif defined READ
    int n;
    assert(sscanf(b, "%*s %2s%n", b + 13, &n) == 1 && n == 8);
    assert(strcmp(b + 13, "ab") == 0);
#else
    sscanf(b, "%s", b); // BUG
#endif
    return 0;
}
