// Copies whose ends, or what is filled up behind them, overlap what is read.
// expect: FALSE(overlap)
// flags: -D PADDED
// expect: FALSE(overlap)
// flags: -D SELF
// expect: FALSE(overlap)
// flags: -D KEY
// expect: FALSE(overlap)
// flags: -D UP_TO
// expect: FALSE(overlap)
// flags: -D WIDE
// expect: FALSE(overlap)
// flags: -D WIDE_PART
// expect: FALSE(overlap)
// flags: -D FINE
// expect: TRUE
#define _GNU_SOURCE
#include <assert.h>
#include <string.h>
#include <wchar.h>
int main(void) {
    char b[16] = "ab";
    wchar_t w[16] = L"ab";
#if defined PADDED
    strncpy(b, b + 6, 8); // BUG
#elif defined SELF
    strcpy(b, b); // BUG
#elif defined KEY
    strxfrm(b, b, 1); // BUG
#elif defined UP_TO
    memccpy(b + 1, b, 'b', 8); // BUG
#elif defined WIDE
    wcscat(w, w); // BUG
#elif defined WIDE_PART
    wcsncat(w, w, 3); // BUG
#elif defined FINE
    strncat(b, b, 2);
    strncpy(b + 8, b, 5);
    memccpy(b + 5, b, 'b', 8);
    wcsncat(w, w, 2);
    wcscpy(w + 5, w);
    assert(strcmp(b, "abab") == 0 && strcmp(b + 8, "abab") == 0 && w[8] == L'b');
#else
    strncat(b, b, 8); // BUG
#endif
    return 0;
}
