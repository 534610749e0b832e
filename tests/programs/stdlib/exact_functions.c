// What is determined has one value.
// expect: TRUE
// flags: -D MEMORY
// expect: UNKNOWN(unsupported: fmemopen)
// flags: -D FRACTION
// expect: UNKNOWN(unsupported: strtold of anything but an integer)
#define _GNU_SOURCE
#include <assert.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>
int main(void) {
#if defined MEMORY
    return fmemopen("ab", 2, "r") != NULL;
#elif defined FRACTION
    return strtold("0.1", NULL) > 0;
#else
    time_t seconds = 951782400 + 3661; /* 2000-02-29 */
    const struct tm *day = gmtime(&seconds);
    assert(day->tm_year == 100 && day->tm_mon == 1 && day->tm_mday == 29 && day->tm_wday == 2 && day->tm_yday == 59);
    char text[32];
    assert(strftime(text, sizeof text, "%a %Y-%m-%d %T", day) == 23);
    assert(strcmp(text, "Tue 2000-02-29 01:01:01") == 0);
    assert(strftime(text, 5, "%c", day) == 0);
    assert(strcmp(asctime(day), "Tue Feb 29 01:01:01 2000\n") == 0);
    wchar_t *end;
    assert(wcstol(L" -0x1fz", &end, 16) == -31 && *end == L'z');
    assert(wcstod(L"1.5", NULL) == 1.5);
    assert(strtold("-12", NULL) == -12.0L);
    assert(strverscmp("a9", "a10") < 0 && strverscmp("a01", "a1") < 0 && strverscmp("a", "a") == 0);
    assert(setlocale(LC_ALL, "C") != NULL && localeconv()->decimal_point[0] == '.');
    return 0;
#endif
}
