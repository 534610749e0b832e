/* Calendars, options, orders of equal elements and of versions, numbers of wide strings: as natively. */
#define _GNU_SOURCE
#include <getopt.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

struct pair {
    int key, value;
};

static int compare(const void *a, const void *b) {
    return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}

int main(void) {
    char text[80];
    for (long long day = -150000; day < 150000; day += 7919) {
        time_t seconds = day * 86400 + day;
        struct tm *t = gmtime(&seconds);
        strftime(text, sizeof text, "%F %T %a %j %c|%r", t);
        printf("%s %s", text, asctime(t));
    }
    char *arguments[] = {"p", "file", "-ab", "1", "--size=3", "-q", "--", "-a", NULL};
    struct option options[] = {{"size", required_argument, NULL, 's'}, {NULL, 0, NULL, 0}};
    for (int c; (c = getopt_long(8, arguments, ":ab:", options, NULL)) != -1;)
        printf("%c %s %d %c\n", c, optarg ? optarg : "-", optind, optopt);
    printf("%d %s\n", optind, arguments[optind]);
    struct pair v[6] = {{2, 0}, {1, 1}, {2, 2}, {1, 3}, {0, 4}, {2, 5}};
    qsort(v, 6, sizeof *v, compare);
    for (int i = 0; i < 6; i++) printf("%d:%d ", v[i].key, v[i].value);
    printf("%d %d\n", strverscmp("a9", "a10") < 0, strverscmp("a01", "a010") > 0);
    wchar_t *end;
    printf("%ld %lc %g\n", wcstol(L"-12x", &end, 0), *end, wcstod(L"2.5", NULL));
    printf("%s\n", localeconv()->decimal_point);
    return 0;
}
