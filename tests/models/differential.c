/* Compares the models, compiled natively under the names `model_...`, with the C library on random inputs.
 * Prints one line per difference and, last, the number of comparisons. */
#include "native.h"

DECLARE(size_t, strlen, const char *)
DECLARE(size_t, strnlen, const char *, size_t)
DECLARE(int, strcmp, const char *, const char *)
DECLARE(int, strncmp, const char *, const char *, size_t)
DECLARE(int, strcasecmp, const char *, const char *)
DECLARE(int, strncasecmp, const char *, const char *, size_t)
DECLARE(int, memcmp, const void *, const void *, size_t)
DECLARE(char *, strchr, const char *, int)
DECLARE(char *, strrchr, const char *, int)
DECLARE(char *, strchrnul, const char *, int)
DECLARE(void *, memchr, const void *, int, size_t)
DECLARE(void *, memrchr, const void *, int, size_t)
DECLARE(char *, strstr, const char *, const char *)
DECLARE(char *, strcasestr, const char *, const char *)
DECLARE(void *, memmem, const void *, size_t, const void *, size_t)
DECLARE(size_t, strspn, const char *, const char *)
DECLARE(size_t, strcspn, const char *, const char *)
DECLARE(char *, strpbrk, const char *, const char *)
DECLARE(char *, strcpy, char *, const char *)
DECLARE(char *, stpcpy, char *, const char *)
DECLARE(char *, strncpy, char *, const char *, size_t)
DECLARE(char *, stpncpy, char *, const char *, size_t)
DECLARE(char *, strcat, char *, const char *)
DECLARE(char *, strncat, char *, const char *, size_t)
DECLARE(size_t, strxfrm, char *, const char *, size_t)
DECLARE(void *, memccpy, void *, const void *, int, size_t)
DECLARE(void *, mempcpy, void *, const void *, size_t)
DECLARE(char *, strdup, const char *)
DECLARE(char *, strndup, const char *, size_t)
DECLARE(char *, strtok_r, char *, const char *, char **)
DECLARE(char *, strsep, char **, const char *)
DECLARE(int, ffs, int)
DECLARE(int, ffsll, long long)

static void searches(void) {
    char *a = text("abA- \x80", 9), *b = text("abA- \x80", 9), input[64];
    size_t n = below(12), la = strlen(a) + 1, lb = strlen(b) + 1, shorter = la < lb ? la : lb;
    size_t m = n < shorter ? n : shorter;
    int c = "abA- \x80"[below(7)];
    snprintf(input, sizeof input, "'%s', '%s', %zu, %d", a, b, n, c);
    context = input;
#define SAME(name, ...) compare((long long)name(__VA_ARGS__), (long long)model_##name(__VA_ARGS__), #name, input)
#define SAME_SIGN(name, ...) compare(sign(name(__VA_ARGS__)), sign(model_##name(__VA_ARGS__)), #name, input)
    SAME(strlen, a);
    SAME(strnlen, a, n);
    SAME_SIGN(strcmp, a, b);
    SAME_SIGN(strncmp, a, b, n);
    SAME_SIGN(strcasecmp, a, b);
    SAME_SIGN(strncasecmp, a, b, n);
    SAME_SIGN(memcmp, a, b, m);
    SAME(strchr, a, c);
    SAME(strrchr, a, c);
    SAME(strchrnul, a, c);
    SAME(memchr, a, c, la);
    SAME(memrchr, a, c, la);
    SAME(strstr, a, b);
    SAME(strcasestr, a, b);
    SAME(memmem, a, la, b, m);
    SAME(strspn, a, b);
    SAME(strcspn, a, b);
    SAME(strpbrk, a, b);
    long long bits = (long long)(any() << below(64));
    SAME(ffs, (int)bits);
    SAME(ffsll, bits);
    forget_objects();
    free(a);
    free(b);
}

/* Both write to buffers of the same content; results are compared as offsets. */
static void copies(void) {
    char *from = text("abc", 9), theirs[32], ours[32], input[64];
    size_t n = below(12), have = below(5);
    int c = "abc"[below(4)];
    snprintf(input, sizeof input, "'%s', %zu, %zu, %d", from, n, have, c);
    context = input;
#define BOTH(name, ...)                                                                       \
    do {                                                                                      \
        memset(theirs, '#', sizeof theirs);                                                   \
        memset(theirs, 'h', have);                                                            \
        theirs[have] = 0;                                                                     \
        memcpy(ours, theirs, sizeof ours);                                                    \
        char *to = theirs;                                                                    \
        long long result = (long long)name(__VA_ARGS__);                                      \
        result -= result > 4096 ? (long long)(uintptr_t)theirs : 0;                           \
        to = object(ours, sizeof ours);                                                       \
        long long model_result = (long long)model_##name(__VA_ARGS__);                        \
        model_result -= model_result > 4096 ? (long long)(uintptr_t)ours : 0;                 \
        object_count--;                                                                       \
        compare(result, model_result, #name, input);                                          \
        compare_text(theirs, ours, sizeof ours, #name, input);                                \
    } while (0)
    BOTH(strcpy, to, from);
    BOTH(stpcpy, to, from);
    BOTH(strncpy, to, from, n);
    BOTH(stpncpy, to, from, n);
    BOTH(strcat, to, from);
    BOTH(strncat, to, from, n);
    BOTH(memccpy, to, from, c, strlen(from) + 1);
    BOTH(mempcpy, to, from, strlen(from) + 1);
    memset(theirs, 0, sizeof theirs);
    memset(ours, 0, sizeof ours);
    compare((long long)strxfrm(theirs, from, n), (long long)model_strxfrm(ours, from, n), "strxfrm", input);
    if (strlen(from) < n) compare_text(theirs, ours, sizeof ours, "strxfrm", input);
    char *copy = model_strdup(from), *part = model_strndup(from, n);
    compare(strcmp(copy, from), 0, "strdup", input);
    compare(strncmp(part, from, n), 0, "strndup", input);
    compare((long long)strlen(part), (long long)strnlen(from, n), "strndup", input);
    free(copy);
    free(part);
    forget_objects();
    free(from);
}

static void tokens(void) {
    char *s = text("ab,; ", 12), *separators = text(",; ", 2), theirs[16], ours[16], input[64];
    snprintf(input, sizeof input, "'%s', '%s'", s, separators);
    context = input;
    strcpy(theirs, s);
    strcpy(ours, s);
    char *r1 = NULL, *r2 = NULL, *t1 = strtok_r(theirs, separators, &r1), *t2 = model_strtok_r(ours, separators, &r2);
    for (;;) {
        compare(t1 ? t1 - theirs : -1, t2 ? t2 - ours : -1, "strtok_r", input);
        compare_text(theirs, ours, strlen(s), "strtok_r", input);
        if (!t1 || !t2) break;
        t1 = strtok_r(NULL, separators, &r1);
        t2 = model_strtok_r(NULL, separators, &r2);
    }
    strcpy(theirs, s);
    strcpy(ours, s);
    r1 = theirs;
    r2 = ours;
    do {
        t1 = strsep(&r1, separators);
        t2 = model_strsep(&r2, separators);
        compare(t1 ? t1 - theirs : -1, t2 ? t2 - ours : -1, "strsep", input);
        compare_text(theirs, ours, strlen(s), "strsep", input);
    } while (t1 && t2);
    forget_objects();
    free(s);
    free(separators);
}

DECLARE(size_t, wcslen, const wchar_t *)
DECLARE(int, wcscmp, const wchar_t *, const wchar_t *)
DECLARE(int, wcsncmp, const wchar_t *, const wchar_t *, size_t)
DECLARE(wchar_t *, wcschr, const wchar_t *, wchar_t)
DECLARE(wchar_t *, wcsrchr, const wchar_t *, wchar_t)
DECLARE(wchar_t *, wcsstr, const wchar_t *, const wchar_t *)
DECLARE(wchar_t *, wcscpy, wchar_t *, const wchar_t *)
DECLARE(wchar_t *, wcsncpy, wchar_t *, const wchar_t *, size_t)
DECLARE(wchar_t *, wcscat, wchar_t *, const wchar_t *)
DECLARE(wchar_t *, wcsncat, wchar_t *, const wchar_t *, size_t)
DECLARE(wchar_t *, wmemset, wchar_t *, wchar_t, size_t)

static void wide(void) {
    wchar_t a[10] = {0}, b[10] = {0}, theirs[24], ours[24];
    unsigned la = below(10), lb = below(10);
    for (unsigned i = 0; i < la; i++) a[i] = (wchar_t)"ab\x7f"[below(3)] * (below(9) ? 1 : -1000);
    for (unsigned i = 0; i < lb; i++) b[i] = (wchar_t)"ab\x7f"[below(3)];
    size_t n = below(12);
    char input[64];
    snprintf(input, sizeof input, "wide %u, %u, %zu", la, lb, n);
    context = input;
    object(a, (la + 1) * sizeof *a);
    object(b, (lb + 1) * sizeof *b);
    SAME(wcslen, a);
    SAME_SIGN(wcscmp, a, b);
    SAME_SIGN(wcsncmp, a, b, n);
    SAME(wcschr, a, L'b');
    SAME(wcsrchr, a, L'b');
    SAME(wcschr, a, 0);
    SAME(wcsstr, a, b);
#define BOTH_WIDE(name, ...)                                                  \
    do {                                                                      \
        wmemset(theirs, L'#', 24);                                            \
        theirs[2] = 0;                                                        \
        memcpy(ours, theirs, sizeof ours);                                    \
        wchar_t *to = theirs;                                                 \
        name(__VA_ARGS__);                                                    \
        to = ours;                                                            \
        model_##name(__VA_ARGS__);                                            \
        compare(memcmp(theirs, ours, sizeof ours), 0, #name, input);          \
    } while (0)
    BOTH_WIDE(wcscpy, to, a);
    BOTH_WIDE(wcsncpy, to, a, n);
    BOTH_WIDE(wcscat, to, a);
    BOTH_WIDE(wcsncat, to, a, n);
    BOTH_WIDE(wmemset, to, L'x', n);
    forget_objects();
}

DECLARE(long, strtol, const char *, char **, int)
DECLARE(unsigned long, strtoul, const char *, char **, int)
DECLARE(long long, strtoll, const char *, char **, int)
DECLARE(unsigned long long, strtoull, const char *, char **, int)
DECLARE(int, atoi, const char *)
DECLARE(long, atol, const char *)
DECLARE(int *, __errno_location, void)

static char *number_text(void) {
    char *s;
    if (below(3) == 0) {
        char printed[80];
        static const long long edges[] = {0, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN, 255, 8, -1};
        static const char *const formats[] = {"%lld", " %lld", "0x%llx", "%llo", "+%lld", "\t-%llu", "%lld9", "%llux"};
        snprintf(printed, sizeof printed, formats[below(8)], edges[below(8)]);
        s = strdup(printed);
        object(s, strlen(s) + 1);
    } else {
        s = text(below(2) ? "0123456789" : "019xXafFzZ+- \n", 24);
    }
    return s;
}

static void numbers(void) {
    char *s = number_text(), input[64];
    static const int bases[] = {0, 10, 16, 8, 2, 36, 3, 1, 37, -1};
    int base = bases[below(10)];
    snprintf(input, sizeof input, "'%s', %d", s, base);
    context = input;
    forget_objects();
    object(s, strlen(s) + 1);
#define NUMBER(name)                                                               \
    do {                                                                           \
        char *end1 = s, *end2 = s;                                                 \
        errno = 0;                                                                 \
        long long theirs = (long long)name(s, &end1, base);                        \
        int error = errno;                                                         \
        *model___errno_location() = 0;                                             \
        long long ours = (long long)model_##name(s, &end2, base);                  \
        compare(theirs, ours, #name, input);                                       \
        if (base == 0 || (base > 1 && base <= 36)) {                               \
            compare(end1 - s, end2 - s, #name " end", input);                      \
            if (end1 != s) compare(error, *model___errno_location(), #name " errno", input); \
        }                                                                          \
    } while (0)
    NUMBER(strtol);
    NUMBER(strtoul);
    NUMBER(strtoll);
    NUMBER(strtoull);
    SAME(atoi, s);
    SAME(atol, s);
    forget_objects();
    free(s);
}

#define CLASSES(do) do(isupper) do(islower) do(isalpha) do(isdigit) do(isxdigit) do(isspace) do(isprint) do(isgraph) \
    do(isblank) do(iscntrl) do(ispunct) do(isalnum) do(tolower) do(toupper)
#define DECLARE_CLASS(name) DECLARE(int, name, int)
CLASSES(DECLARE_CLASS)
DECLARE(const unsigned short **, __ctype_b_loc, void)
DECLARE(const int **, __ctype_tolower_loc, void)
DECLARE(const int **, __ctype_toupper_loc, void)

static void characters(void) {
    char input[16];
    for (int c = EOF; c < 256; c++) {
        snprintf(input, sizeof input, "%d", c);
#define COMPARE_CLASS(name) compare((name)(c), model_##name(c), #name, input);
        CLASSES(COMPARE_CLASS)
    }
    for (int c = -128; c < 256; c++) {
        snprintf(input, sizeof input, "%d", c);
        compare((*__ctype_b_loc())[c], (*model___ctype_b_loc())[c], "__ctype_b_loc", input);
        compare((*__ctype_tolower_loc())[c], (*model___ctype_tolower_loc())[c], "__ctype_tolower_loc", input);
        compare((*__ctype_toupper_loc())[c], (*model___ctype_toupper_loc())[c], "__ctype_toupper_loc", input);
    }
}

DECLARE(int, snprintf, char *, size_t, const char *, ...)
DECLARE(int, sprintf, char *, const char *, ...)
DECLARE(int, printf, const char *, ...)
DECLARE(int, swprintf, wchar_t *, size_t, const wchar_t *, ...)

static void formats(void) {
    char f[32], input[64], theirs[128], ours[128];
    static const char *const lengths[] = {"", "hh", "h", "l", "ll", "z", "j", "t"};
    static const long long values[] = {0, 1, -1, 9, 10, 255, 4096, INT_MAX, INT_MIN, LONG_MAX, LONG_MIN, 1234567890123};
    unsigned kind = below(8), length = below(8), at = 0;
    at += (unsigned)sprintf(f, "%s%%", below(3) ? "" : "x%%y");
    for (unsigned i = below(3); i > 0; i--) f[at++] = "-+ #0"[below(5)];
    if (below(2)) at += (unsigned)sprintf(f + at, "%u", below(14));
    if (below(3) == 0) at += (unsigned)sprintf(f + at, ".%u", below(9));
    f[at] = 0;
    size_t size = below(24);
    memset(theirs, '#', sizeof theirs);
    memset(ours, '#', sizeof ours);
    int r1, r2, r3;
#define PRINT(argument)                                                \
    r1 = snprintf(theirs, size, f, argument);                          \
    r2 = model_snprintf(ours, size, f, argument);                      \
    r3 = model_printf(f, argument)
    context = input;
    if (kind < 6) {
        long long value = below(2) ? values[below(12)] : (long long)(any() >> below(64));
        sprintf(f + at, "%s%c|", lengths[length], "diuxXo"[kind]);
        snprintf(input, sizeof input, "'%s', %lld, %zu", f, value, size);
        if (length >= 3) {
            PRINT((long)value);
        } else {
            PRINT((int)value);
        }
    } else if (kind == 6) {
        int c = 'a' + (int)below(26);
        sprintf(f + at, "c");
        snprintf(input, sizeof input, "'%s', %c, %zu", f, c, size);
        PRINT(c);
    } else {
        char *s = text("abc", 9);
        sprintf(f + at, "s!");
        snprintf(input, sizeof input, "'%s', '%s', %zu", f, s, size);
        PRINT(s);
        forget_objects();
        free(s);
    }
    compare(r1, r2, "snprintf", input);
    compare(r1, r3, "printf", input);
    compare_text(theirs, ours, sizeof ours, "snprintf", input);
}

static void fixed_formats(void) {
    char theirs[128], ours[128];
    wchar_t wide1[64], wide2[64];
    int n1 = -1, n2 = -1;
#define FIXED(...)                                                                               \
    do {                                                                                         \
        memset(theirs, 0, sizeof theirs);                                                        \
        memset(ours, 0, sizeof ours);                                                            \
        compare(sprintf(theirs, __VA_ARGS__), model_sprintf(ours, __VA_ARGS__), "sprintf", #__VA_ARGS__); \
        compare_text(theirs, ours, sizeof ours, "sprintf", #__VA_ARGS__);                        \
    } while (0)
    context = "fixed formats";
    FIXED("%*d|%-*d|%.*s|%.*d", 5, 42, 6, -7, 2, "abcdef", -1, 3);
    FIXED("%*d", -4, 1);
    FIXED("%p %p", (void *)0, (void *)1);
    FIXED("%10p|%-10p|", (void *)0, (void *)0);
    FIXED("%ls|%lc|%5ls|%-5.1ls|", L"wide", (wint_t)L'c', L"ab", L"ab");
    FIXED("%i%%%u%s", -5, 5u, "");
    FIXED("%d %d %d %d %d %d %d %d %ld", 1, 2, 3, 4, 5, 6, 7, 8, 9L);
    FIXED("%#x %#X %#o %#x %#o %+d % d %+ d", 255u, 255u, 8u, 0u, 0u, 1, 2, 3);
    FIXED("%05d %-05d %05.3d %.0d %+.0d %5.0u", -3, -3, -3, 0, 0, 0u);
    sprintf(theirs, "abc%nde", &n1);
    model_sprintf(ours, "abc%nde", &n2);
    compare(n1, n2, "sprintf", "%n");
    compare(swprintf(wide1, 64, L"%d-%ls-%s", 7, L"w", "n"), model_swprintf(wide2, 64, L"%d-%ls-%s", 7, L"w", "n"),
            "swprintf", "");
    compare(wcscmp(wide1, wide2), 0, "swprintf", "");
    compare(swprintf(wide1, 4, L"%d", 12345), model_swprintf(wide2, 4, L"%d", 12345), "swprintf", "too long");
}

DECLARE(int, sscanf, const char *, const char *, ...)

static void scans(void) {
    static const char *const formats[] = {"%d", "%i", "%u", "%x", "%o", "%3d", "%hd", "%hhu", "%ld", "%lli", "%*d%d",
                                          "%d,%d", " %d %d", "%d%n", "%s", "%3s", "%c", "%[ab]", "%[^,]", "%[a-c0-3]",
                                          "%2[]x]", "%d %s", "%s %s", "a%d", "%%%d", "%c%c", "%5x", "%1d%1d"};
    const char *f = formats[below(28)];
    char *s, input[96];
    if (below(2))
        s = number_text();
    else
        s = text("abc,] 0123-%x\n", 12);
    snprintf(input, sizeof input, "'%s', '%s'", s, f);
    context = input;
    long long theirs[3][4], ours[3][4];
    memset(theirs, '#', sizeof theirs);
    memset(ours, '#', sizeof ours);
    /* glibc reads a lone 0x differently from C11. */
    int odd = 0;
    for (char *p = s; *p; p++)
        odd |= p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && !isxdigit((unsigned char)p[2]);
    odd |= strstr(f, "3d") != NULL || strstr(f, "5x") != NULL ? strpbrk(s, "xX") != NULL : 0;
    if (!odd) {
        compare(sscanf(s, f, theirs[0], theirs[1], theirs[2]), model_sscanf(s, f, ours[0], ours[1], ours[2]), "sscanf",
                input);
        compare_text((char *)theirs, (char *)ours, sizeof ours, "sscanf", input);
    }
    forget_objects();
    free(s);
}

DECLARE(void, qsort, void *, size_t, size_t, int (*)(const void *, const void *))
DECLARE(void *, bsearch, const void *, const void *, size_t, size_t, int (*)(const void *, const void *))

static int first_byte(const void *a, const void *b) { return *(const unsigned char *)a - *(const unsigned char *)b; }

static void sorting(void) {
    unsigned size = "\1\2\4\10\14\100\111"[below(7)], count = below(9);
    unsigned char theirs[9 * 80], ours[9 * 80], key = (unsigned char)below(6);
    char input[64];
    snprintf(input, sizeof input, "%u elements of %u", count, size);
    context = input;
    for (unsigned i = 0; i < sizeof theirs; i++) ours[i] = theirs[i] = (unsigned char)below(6);
    qsort(theirs, count, size, first_byte); /* glibc merges, so equal elements keep their order here, too */
    model_qsort(ours, count, size, first_byte);
    compare_text((char *)theirs, (char *)ours, sizeof ours, "qsort", input);
    unsigned char *found = model_bsearch(&key, ours, count, size, first_byte);
    compare(bsearch(&key, ours, count, size, first_byte) != NULL, found != NULL, "bsearch", input);
    if (found) compare(*found, key, "bsearch", input);
}

/* ---- math.h ---- */

extern int __fpclassify(double), __fpclassifyf(float), __isnan(double), __isinf(double), __finite(double);
extern int __signbit(double), __isnanf(float), __isinff(float), __finitef(float), __signbitf(float);
DECLARE(int, __fpclassify, double)
DECLARE(int, __fpclassifyf, float)
DECLARE(int, __isnan, double)
DECLARE(int, __isinf, double)
DECLARE(int, __finite, double)
DECLARE(int, __signbit, double)
DECLARE(int, __isnanf, float)
DECLARE(int, __isinff, float)
DECLARE(int, __finitef, float)
DECLARE(int, __signbitf, float)
DECLARE(double, fdim, double, double)
DECLARE(float, fdimf, float, float)
DECLARE(double, frexp, double, int *)
DECLARE(float, frexpf, float, int *)
DECLARE(int, ilogb, double)
DECLARE(int, ilogbf, float)
DECLARE(double, logb, double)
DECLARE(float, logbf, float)
DECLARE(double, nextafter, double, double)
DECLARE(float, nextafterf, float, float)
extern double frexp(double, int *), logb(double), nextafter(double, double);
extern float frexpf(float, int *), logbf(float), nextafterf(float, float);
extern int ilogb(double), ilogbf(float);
DECLARE(int, fegetround, void)
extern double fdim(double, double);
extern float fdimf(float, float);
extern int fegetround(void);

DECLARE(double, modf, double, double *)
DECLARE(float, modff, float, float *)
extern double modf(double, double *);
extern float modff(float, float *);
DECLARE(double, pow, double, double)
DECLARE(float, powf, float, float)
DECLARE(double, strtod, const char *, char **)
DECLARE(float, strtof, const char *, char **)
DECLARE(double, atof, const char *)
extern double pow(double, double), strtod(const char *, char **), atof(const char *);
extern float powf(float, float), strtof(const char *, char **);

DECLARE(double, hypot, double, double)
DECLARE(float, hypotf, float, float)
DECLARE(double, cabs, double _Complex)
DECLARE(float, cabsf, float _Complex)
DECLARE(long double, logl, long double)
extern double hypot(double, double), cabs(double _Complex), ldexp(double, int);
extern float hypotf(float, float), cabsf(float _Complex);
extern long double logl(long double), ldexpl(long double, int);

/* Any value; special exponents and short fractions often. */
static unsigned long long any_bits(unsigned width, unsigned fraction) {
    unsigned long long bits = any();
    unsigned long long low = (1ull << fraction) - 1, exponent = (1ull << (width - 1)) - 1 - low;
    switch (below(6)) {
    case 0: bits |= exponent; break;
    case 1: bits &= ~exponent; break;
    case 2: bits &= ~low; break;
    }
    if (below(4) == 0) bits &= ~low;
    return width == 64 ? bits : bits & ((1ull << width) - 1);
}

/* NaNs are alike. */
static long long as_bits(double value) {
    long long bits;
    if (value != value) return -1;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void floating(void) {
    unsigned long long wide = any_bits(64, 52), other = any_bits(64, 52);
    unsigned narrow = (unsigned)any_bits(32, 23), second = (unsigned)any_bits(32, 23);
    double x, y;
    float f, g;
    char input[80];
    memcpy(&x, &wide, sizeof x);
    memcpy(&y, &other, sizeof y);
    memcpy(&f, &narrow, sizeof f);
    memcpy(&g, &second, sizeof g);
    snprintf(input, sizeof input, "%llx %llx %x %x", wide, other, narrow, second);
    SAME(__fpclassify, x);
    SAME(__fpclassifyf, f);
    compare(!!__isnan(x), !!model___isnan(x), "__isnan", input);
    SAME(__isinf, x);
    compare(!!__finite(x), !!model___finite(x), "__finite", input);
    compare(!!__signbit(x), !!model___signbit(x), "__signbit", input);
    compare(!!__isnanf(f), !!model___isnanf(f), "__isnanf", input);
    SAME(__isinff, f);
    compare(!!__finitef(f), !!model___finitef(f), "__finitef", input);
    compare(!!__signbitf(f), !!model___signbitf(f), "__signbitf", input);
    SAME(fegetround);
    compare(as_bits(fdim(x, y)), as_bits(model_fdim(x, y)), "fdim", input);
    compare(as_bits(fdimf(f, g)), as_bits(model_fdimf(f, g)), "fdimf", input);
    int exponent = 0, model_exponent = 0;
    compare(as_bits(frexp(x, &exponent)), as_bits(model_frexp(x, &model_exponent)), "frexp", input);
    compare(exponent, model_exponent, "frexp's exponent", input);
    compare(as_bits(frexpf(f, &exponent)), as_bits(model_frexpf(f, &model_exponent)), "frexpf", input);
    compare(exponent, model_exponent, "frexpf's exponent", input);
    double whole, model_whole;
    compare(as_bits(modf(x, &whole)), as_bits(model_modf(x, &model_whole)), "modf", input);
    compare(as_bits(whole), as_bits(model_whole), "modf's integer", input);
    float narrow_whole, model_narrow;
    compare(as_bits(modff(f, &narrow_whole)), as_bits(model_modff(f, &model_narrow)), "modff", input);
    compare(as_bits(narrow_whole), as_bits(model_narrow), "modff's integer", input);
    SAME(ilogb, x);
    SAME(ilogbf, f);
    compare(as_bits(logb(x)), as_bits(model_logb(x)), "logb", input);
    compare(as_bits(logbf(f)), as_bits(model_logbf(f)), "logbf", input);
    compare(as_bits(nextafter(x, y)), as_bits(model_nextafter(x, y)), "nextafter", input);
    compare(as_bits(nextafterf(f, g)), as_bits(model_nextafterf(f, g)), "nextafterf", input);
}

/* Lengths of Pythagorean triples, and logarithms of powers of two. */
static void lengths(void) {
    int m = 2 + (int)below(500), k = 1 + (int)below((unsigned)m - 1), exponent = (int)below(120) - 60;
    double x = ldexp((double)m * m - (double)k * k, exponent), y = ldexp(2.0 * m * k, exponent);
    if (below(2)) x = -x;
    if (below(20) == 0) x = below(2) ? __builtin_inf() : below(2) ? __builtin_nan("") : 0;
    if (below(20) == 0) y = below(2) ? -__builtin_inf() : __builtin_nans("");
    double _Complex z = __builtin_complex(x, y);
    char input[80];
    snprintf(input, sizeof input, "%a, %a, %d", x, y, exponent);
    compare(as_bits(hypot(x, y)), as_bits(model_hypot(x, y)), "hypot", input);
    compare(as_bits(hypotf((float)y, (float)x)), as_bits(model_hypotf((float)y, (float)x)), "hypotf", input);
    compare(as_bits(cabs(z)), as_bits(model_cabs(z)), "cabs", input);
    compare(as_bits(cabsf((float _Complex)z)), as_bits(model_cabsf((float _Complex)z)), "cabsf", input);
    long double power = ldexpl(1, 200 * exponent);
    compare(logl(power) == model_logl(power), 1, "logl", input);
}

static void one_power(double x, double y) {
    char input[80];
    snprintf(input, sizeof input, "%a, %a", x, y);
    errno = 0;
    double theirs = pow(x, y);
    int error = errno;
    *model___errno_location() = 0;
    compare(as_bits(theirs), as_bits(model_pow(x, y)), "pow", input);
    compare(error, *model___errno_location(), "pow errno", input);
    errno = 0;
    float narrow = powf((float)x, (float)y);
    error = errno;
    if ((float)x != x || (float)y != y || (float)theirs != theirs && __builtin_fabs(theirs) < 0x1p128) return;
    *model___errno_location() = 0;
    compare(as_bits(narrow), as_bits(model_powf((float)x, (float)y)), "powf", input);
    compare(error, *model___errno_location(), "powf errno", input);
}

/* Those that are exact. */
static void powers(void) {
    static const double special[] = {0,  -0.0, 1,  -1,    __builtin_inf(), -__builtin_inf(), __builtin_nan(""), 2,
                                     -2, 0.5,  -4, 0x1p53, -0x1p60,         1.5,              0x1p1000,          -3};
    double x = special[below(7)], y = special[below(16)];
    one_power(x, y);
    if (y != y || y == __builtin_inf() || y == -__builtin_inf() || y == 0 || y == 1) one_power(special[below(16)], y);
    if (below(2)) one_power(-(double)(2 + below(50)), 0.5);
    long long base = below(2) ? 2 + below(30) : 2 + below(3000);
    double product = 1;
    int n = 0;
    while (n < 40 && product * (double)base < 0x1p53) {
        product *= (double)base;
        n++;
        if (below(4) == 0) break;
    }
    int shift = (int)below(41) - 20;
    double scaled = (double)base;
    for (int i = 0; i < shift; i++) scaled *= 2;
    for (int i = 0; i > shift; i--) scaled /= 2;
    one_power(below(2) ? scaled : -scaled, n);
    int exponent = (int)below(64) - 32;
    double two = 1;
    for (int i = 0; i < exponent; i++) two *= 2;
    for (int i = 0; i > exponent; i--) two /= 2;
    int limit = exponent == 0 ? 1000 : 1074 / (exponent < 0 ? -exponent : exponent);
    one_power(below(2) ? two : -two, (int)below((unsigned)(2 * limit + 1)) - limit);
}

/* Floating-point numbers as text, and back. */
static void decimals(void) {
    static const char *const formats[] = {"%g", "%e", "%f", "%a", "%.3f", "%10.2e", "%-12g|", "%+.0f", "%#g", "%G", "%E", "%A", "%012.4f", "%.17g"};
    unsigned long long bits = any_bits(64, 52);
    double x;
    memcpy(&x, &bits, sizeof x);
    if (below(2)) x = (double)(long long)below(100000) / (double)(1 + below(1000));
    char theirs[512], ours[512], input[600], *end1, *end2;
    const char *f = formats[below(14)];
    if (x > 1e100 || x < -1e100) f = formats[below(2)];
    memset(theirs, 'z', sizeof theirs);
    memset(ours, 'z', sizeof ours);
    int r1 = snprintf(theirs, sizeof theirs, f, x), r2 = model_snprintf(ours, sizeof ours, f, x);
    snprintf(input, sizeof input, "%a, '%s'", x, f);
    compare(r1, r2, "snprintf of a number", input);
    compare_text(theirs, ours, sizeof ours, "snprintf of a number", input);
    /* A number, or nearly one. */
    char text[80];
    static const char letters[] = "0123456789.eE+-xXpa ";
    if (below(2)) {
        snprintf(text, sizeof text, formats[below(2)], x);
        text[below(20)] = letters[below(20)];
    } else {
        unsigned count = below(12);
        for (unsigned i = 0; i < count; i++) text[i] = letters[below(20)];
        text[count] = 0;
    }
    if (strstr(text, "nan(")) return;
    errno = 0;
    double value = strtod(text, &end1);
    int error = errno;
    *model___errno_location() = 0;
    compare(as_bits(value), as_bits(model_strtod(text, &end2)), "strtod", text);
    compare(end1 - text, end2 - text, "strtod's end", text);
    compare(error, *model___errno_location(), "strtod errno", text);
    compare(as_bits(strtof(text, &end1)), as_bits(model_strtof(text, &end2)), "strtof", text);
    compare(end1 - text, end2 - text, "strtof's end", text);
    compare(as_bits(atof(text)), as_bits(model_atof(text)), "atof", text);
}

int main(int argc, char **argv) {
    unsigned rounds = argc > 1 ? (unsigned)atoi(argv[1]) : 1000;
    characters();
    fixed_formats();
    for (unsigned i = 0; i < rounds; i++) {
        searches();
        copies();
        tokens();
        wide();
        numbers();
        formats();
        scans();
        sorting();
        floating();
        powers();
        lengths();
        decimals();
    }
    printf("%lu comparisons, %lu differences\n", comparisons, differences);
    return differences != 0;
}
