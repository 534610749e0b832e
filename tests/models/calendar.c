/* As differential.c: calendars, options of programs, orders of versions, numbers of wide strings. */
#include "native.h"
#include <getopt.h>
#include <locale.h>
#include <stddef.h>
#include <time.h>

DECLARE(struct tm *, gmtime_r, const time_t *, struct tm *)
DECLARE(size_t, strftime, char *, size_t, const char *, const struct tm *)
DECLARE(char *, asctime, const struct tm *)

static void calendars(void) {
    static const char *const formats[] = {"%Y-%m-%d", "%c", "%D %R %r", "[%A %B %e]", "%a%b%h %j%%", "%x|%X|%T|%F|%u%w", "%C%y %I %p%n%t", ""};
    time_t seconds = (time_t)any();
    switch (below(4)) {
    case 0: seconds %= 1ll << 33; break;
    case 1: seconds = (seconds % 80000) * 86400 - (time_t)below(2); break;
    case 2: seconds %= 67768036191676799ll; break;
    default: seconds %= 1ll << 36; break;
    }
    struct tm theirs = {0}, ours = {0};
    char input[80];
    snprintf(input, sizeof input, "%lld", (long long)seconds);
    context = input;
    struct tm *one = gmtime_r(&seconds, &theirs), *other = model_gmtime_r(&seconds, &ours);
    compare(one != NULL, other != NULL, "gmtime_r", input);
    if (one == NULL) return;
    compare_text((char *)&theirs, (char *)&ours, offsetof(struct tm, tm_zone), "gmtime_r", input);
    compare(strcmp(theirs.tm_zone, ours.tm_zone), 0, "gmtime_r's zone", input);
    if (theirs.tm_year < -900 || theirs.tm_year > 8099) return;
    compare(strcmp(asctime(&theirs), model_asctime(&theirs)), 0, "asctime", input);
    char a[64], b[64];
    const char *f = formats[below(8)];
    size_t size = below(4) ? sizeof a : below(20);
    size_t n = strftime(a, size, f, &theirs), m = model_strftime(b, size, f, &theirs);
    compare((long long)n, (long long)m, f, input);
    if (n != 0) compare_text(a, b, n + 1, f, input);
}

DECLARE(int, strverscmp, const char *, const char *)

static void versions(void) {
    char *a = text("0019a.", 7), *b = text("0019a.", 7), input[40];
    if (below(2)) memcpy(b, a, strlen(a) < strlen(b) ? strlen(a) / 2 : 0);
    snprintf(input, sizeof input, "'%s' '%s'", a, b);
    context = input;
    compare(sign(strverscmp(a, b)), sign(model_strverscmp(a, b)), "strverscmp", input);
    forget_objects();
    free(a);
    free(b);
}

DECLARE(long, wcstol, const wchar_t *, wchar_t **, int)
DECLARE(unsigned long long, wcstoull, const wchar_t *, wchar_t **, int)
DECLARE(double, wcstod, const wchar_t *, wchar_t **)

static void wide_numbers(void) {
    static const wchar_t letters[] = L" -+0123456789xXaAfFzZ.e\x424\xb2";
    wchar_t s[12], *end1, *end2;
    char input[20] = "";
    unsigned count = below(11);
    for (unsigned i = 0; i < count; i++) input[i] = (char)(s[i] = letters[below(sizeof letters / sizeof *letters - 1)]);
    s[count] = 0;
    context = input;
    int base = below(3) ? "\0\10\12\20"[below(4)] : 2 + (int)below(35);
    compare(wcstol(s, &end1, base), model_wcstol(s, &end2, base), "wcstol", input);
    compare(end1 - s, end2 - s, "wcstol's end", input);
    compare((long long)wcstoull(s, &end1, base), (long long)model_wcstoull(s, &end2, base), "wcstoull", input);
    compare(end1 - s, end2 - s, "wcstoull's end", input);
    double x = wcstod(s, &end1), y = model_wcstod(s, &end2);
    compare(memcmp(&x, &y, sizeof x), 0, "wcstod", input);
    compare(end1 - s, end2 - s, "wcstod's end", input);
}

DECLARE(int, getopt, int, char *const *, const char *)
DECLARE(int, getopt_long, int, char *const *, const char *, const struct option *, int *)
extern char *model_optarg;
extern int model_optind, model_opterr, model_optopt;

static void options(void) {
    static const char *const formats[] = {"ab:c::", ":ab:", "+ab:", "-ab:c", "", ":", "a-b:"};
    static char *const words[] = {"-a",     "-b",      "-bx",      "-cx", "-c",   "-ab",      "--",   "-",        "x",
                                  "yy",     "--alpha", "--beta=3", "--b", "--be", "--beta",   "-z",   "--gamma=", "--delta",
                                  "--al=1", "-:",      "--gam",    "",    "-az",  "--betas=", "-acb", "---"};
    int flag = 0;
    struct option wanted[] = {
        {"alpha", 0, NULL, 'a'},  {"beta", 1, NULL, 'b'}, {"betas", 1, NULL, 'B'},
        {"gamma", 2, &flag, 'g'}, {"gam", 0, NULL, 'G'},  {NULL, 0, NULL, 0},
    };
    char *theirs[8] = {"p"}, *ours[8] = {"p"}, input[120] = "p";
    int count = 1 + (int)below(6), has_long = (int)below(2), place1 = -1, place2 = -1;
    const char *f = formats[below(7)];
    for (int i = 1; i < count; i++) {
        ours[i] = theirs[i] = words[below(sizeof words / sizeof *words)];
        strcat(strcat(input, " "), ours[i]);
    }
    strcat(strcat(input, " with "), f);
    context = input;
    optind = model_optind = 0;
    opterr = model_opterr = 0;
    for (int i = 0;; i++) {
        flag = 0;
        int one = has_long ? getopt_long(count, theirs, f, wanted, &place1) : getopt(count, theirs, f);
        int flag1 = flag;
        flag = 0;
        int other = has_long ? model_getopt_long(count, ours, f, wanted, &place2) : model_getopt(count, ours, f);
        compare(one, other, "getopt", input);
        compare(flag1, flag, "getopt's flag", input);
        compare(optind, model_optind, "optind", input);
        compare(optarg == model_optarg, 1, "optarg", input);
        if (one == '?' || one == ':') compare(optopt, model_optopt, "optopt", input);
        compare(place1, place2, "getopt's place", input);
        compare(memcmp(theirs, ours, sizeof ours), 0, "getopt's arguments", input);
        if (one == -1 || i > 20) return;
    }
}

DECLARE(struct lconv *, localeconv, void)

static void conventions(void) {
    const struct lconv *theirs = localeconv(), *ours = model_localeconv();
    char *const *one = (char *const *)theirs, *const *other = (char *const *)ours;
    for (int i = 0; i < 10; i++) compare(strcmp(one[i], other[i]), 0, "localeconv", "");
    compare(memcmp(&theirs->int_frac_digits, &ours->int_frac_digits, 14), 0, "localeconv", "");
}

int main(int argc, char **argv) {
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    conventions();
    for (unsigned i = 0; i < 3 * rounds; i++) {
        calendars();
        versions();
        wide_numbers();
        options();
    }
    printf("%lu comparisons, %lu differences\n", comparisons, differences);
    return differences != 0;
}
