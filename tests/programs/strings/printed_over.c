// What is printed to a string must not be read from it.
// expect: FALSE(overlap)
// flags: -D LATER
// expect: FALSE(overlap)
// flags: -D FORMAT
// expect: FALSE(overlap)
// flags: -D WIDE
// expect: FALSE(overlap)
// flags: -D END
// expect: FALSE(overlap)
// flags: -D BEHIND
// expect: TRUE
// flags: -D CUT
// expect: TRUE
// flags: -D PART
// expect: TRUE
#include <assert.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>
int main(void) {
    char b[24] = "ab";
    strcpy(b + 8, "cd");
#if defined LATER
    snprintf(b, sizeof b, "%d%s%s", 12345678, "x", b + 8); // BUG
#elif defined FORMAT
    strcpy(b, "a%%");
    sprintf(b, b); // BUG
#elif defined WIDE
    wchar_t w[8] = L"ab";
    swprintf(w, 8, L"%ls.", w); // BUG
#elif defined END
    sprintf(b + 5, "%.3s%s", "abc", b + 8); // BUG
#elif defined BEHIND
    sprintf(b, "%s.%d", b + 8, 1234);
    assert(strcmp(b, "cd.1234") == 0);
#elif defined CUT
    assert(snprintf(b, 8, "%s and more%s", b + 8, b + 9) == 12);
    assert(strcmp(b, "cd and ") == 0);
#elif defined PART
    /* Two characters are read, and written behind them. */
    sprintf(b + 2, "%.2s", b);
    assert(strcmp(b, "abab") == 0);
#else
    sprintf(b, "%sx", b); // BUG
#endif
    return 0;
}
