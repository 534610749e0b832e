/* Strings to numbers: strtol, strtod and their relatives, as C11 7.22.1 has them, in the C locale. */
#include "bmc.h"
#include "decimal.h"

/* Reads an integer and tells its magnitude, its sign, and whether the magnitude exceeds `limit` (then it is `limit`).
 * The end of the number goes to `end`: the start of the string when there is no number. */
static unsigned long long parse_number(const char *s, char **end, int base, unsigned long long limit,
                                       int *negative, int *overflow) {
    *negative = 0;
    *overflow = 0;
    if (end != NULL) *end = (char *)s;
    if (base < 0 || base == 1 || base > 36) {
        __bmc_set_errno(EINVAL);
        return 0;
    }
    size_t room = __bmc_room(s), i = 0;
    while (i < room && __bmc_is_space(s[i])) i++;
    if (i == room) __bmc_read_past(s + i);
    if (s[i] == '-' || s[i] == '+') {
        *negative = s[i] == '-';
        i++;
    }
    if (i == room) __bmc_read_past(s + i);
    if (s[i] == '0') {
        if (i + 1 == room) __bmc_read_past(s + i + 1);
        int hexadecimal = s[i + 1] == 'x' || s[i + 1] == 'X';
        if (hexadecimal && (base == 0 || base == 16)) {
            if (i + 2 == room) __bmc_read_past(s + i + 2);
            if (__bmc_digit(s[i + 2]) < 16) {
                i += 2;
                base = 16;
            }
        }
        if (base == 0) base = 8;
    }
    if (base == 0) base = 10;
    unsigned long long value = 0;
    size_t first = i;
    for (;; i++) {
        if (i == room) __bmc_read_past(s + i);
        unsigned d = __bmc_digit(s[i]);
        if (d >= (unsigned)base) break;
        if (*overflow || value > (limit - d) / (unsigned)base) {
            *overflow = 1;
            value = limit;
        } else {
            value = value * (unsigned)base + d;
        }
    }
    if (i != first && end != NULL) *end = (char *)(s + i);
    return value;
}

/* Signed result with the given largest value. */
static long long parse_signed(const char *s, char **end, int base, unsigned long long max) {
    int negative, overflow;
    unsigned long long value = parse_number(s, end, base, max + 1, &negative, &overflow);
    if (overflow || (!negative && value > max)) {
        __bmc_set_errno(ERANGE);
        return negative ? -(long long)max - 1 : (long long)max;
    }
    if (value > max) return -(long long)max - 1;
    return negative ? -(long long)value : (long long)value;
}

/* Unsigned result: a minus sign negates it modulo the width, which the caller's conversion does. */
static unsigned long long parse_unsigned(const char *s, char **end, int base, unsigned long long max) {
    int negative, overflow;
    unsigned long long value = parse_number(s, end, base, max, &negative, &overflow);
    if (overflow) {
        __bmc_set_errno(ERANGE);
        return max;
    }
    return negative ? 0 - value : value;
}

#define SIGNED(name, type, max)                                                  \
    MODEL type name(const char *restrict s, char **restrict end, int base) {     \
        return (type)parse_signed(s, end, base, max);                            \
    }

#define UNSIGNED(name, type)                                                     \
    MODEL type name(const char *restrict s, char **restrict end, int base) {     \
        return (type)parse_unsigned(s, end, base, (type)-1);                     \
    }

SIGNED(strtol, long, LONG_MAX)
SIGNED(strtoll, long long, LLONG_MAX)
SIGNED(strtoq, long long, LLONG_MAX)
SIGNED(strtoimax, intmax_t, __INTMAX_MAX__)
UNSIGNED(strtoul, unsigned long)
UNSIGNED(strtoull, unsigned long long)
UNSIGNED(strtouq, unsigned long long)
UNSIGNED(strtoumax, uintmax_t)

/* What newer glibc headers call under C23 rules (binary prefixes are not modelled). */
static void no_binary(const char *s, int base) {
    if (base != 0 && base != 2) return;
    size_t i = 0, room = __bmc_room(s);
    while (i < room && __bmc_is_space(s[i])) i++;
    if (i < room && (s[i] == '-' || s[i] == '+')) i++;
    if (i + 1 < room && s[i] == '0' && (s[i + 1] == 'b' || s[i + 1] == 'B')) __bmc_unsupported("0b prefix");
}

#define SIGNED_C23(name, type, max)                                              \
    MODEL type name(const char *restrict s, char **restrict end, int base) {     \
        no_binary(s, base);                                                      \
        return (type)parse_signed(s, end, base, max);                            \
    }

#define UNSIGNED_C23(name, type)                                                 \
    MODEL type name(const char *restrict s, char **restrict end, int base) {     \
        no_binary(s, base);                                                      \
        return (type)parse_unsigned(s, end, base, (type)-1);                     \
    }

SIGNED_C23(__isoc23_strtol, long, LONG_MAX)
SIGNED_C23(__isoc23_strtoll, long long, LLONG_MAX)
SIGNED_C23(__isoc23_strtoimax, intmax_t, __INTMAX_MAX__)
UNSIGNED_C23(__isoc23_strtoul, unsigned long)
UNSIGNED_C23(__isoc23_strtoull, unsigned long long)
UNSIGNED_C23(__isoc23_strtoumax, uintmax_t)

/* glibc defines these by strtol, so values out of range wrap. */
MODEL int atoi(const char *s) { return (int)parse_signed(s, NULL, 10, LONG_MAX); }
MODEL long atol(const char *s) { return (long)parse_signed(s, NULL, 10, LONG_MAX); }
MODEL long long atoll(const char *s) { return parse_signed(s, NULL, 10, LLONG_MAX); }

/* ---- Floating-point numbers ---- */

int __bmc_is_known_string(const char *s) {
    if (__bmc_executes()) return 1;
    size_t room = __bmc_room(s);
    for (size_t i = 0; i < room; i++) {
        if (!__bmc_known(s + i, 1)) return 0;
        if (s[i] == 0) return 1;
    }
    /* To read on is the program's error. */
    return 1;
}

struct string_place {
    const char *text;
    size_t room, at;
};

static int string_peek(void *from) {
    struct string_place *s = from;
    if (s->at >= s->room) __bmc_read_past(s->text + s->at);
    return s->text[s->at] == 0 ? EOF : (unsigned char)s->text[s->at];
}

static void string_take(void *from) { ((struct string_place *)from)->at++; }

static unsigned long long parse_floating(const char *s, char **end, struct binary_format format) {
    struct string_place place = {s, __bmc_room(s), 0};
    while (__bmc_is_space((char)string_peek(&place))) place.at++;
    struct characters from = {string_peek, string_take, &place, __bmc_is_known_string(s)};
    unsigned long long bits;
    int range;
    size_t start = place.at, taken;
    size_t length = __bmc_read_floating(&from, SIZE_MAX, format, &bits, &range, &taken);
    if (end != NULL) *end = (char *)(length == 0 ? s : s + start + length);
    if (range) __bmc_set_errno(ERANGE);
    return length == 0 ? 0 : bits;
}

static double parse_double(const char *s, char **end) {
    unsigned long long bits = parse_floating(s, end, (struct binary_format){52, 1023});
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

MODEL double strtod(const char *restrict s, char **restrict end) { return parse_double(s, end); }
MODEL double atof(const char *s) { return parse_double(s, NULL); }

static float parse_float(const char *s, char **end) {
    unsigned bits = (unsigned)parse_floating(s, end, (struct binary_format){23, 127});
    float value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

MODEL float strtof(const char *restrict s, char **restrict end) { return parse_float(s, end); }

/* An integer of few digits is the same number in all formats. */
static long double parse_long_double(const char *s, char **end) {
    char *stop;
    double value = parse_double(s, &stop);
    size_t first = 0, digits = 0;
    while (s + first < stop && (__bmc_is_space(s[first]) || s[first] == '-' || s[first] == '+')) first++;
    while (s + first + digits < stop && __bmc_is_digit(s[first + digits])) digits++;
    if (s + first + digits != stop || digits > 15) __bmc_unsupported("strtold of anything but an integer of up to 15 digits");
    if (end != NULL) *end = stop;
    return value;
}

MODEL long double strtold(const char *restrict s, char **restrict end) { return parse_long_double(s, end); }

/* For the models in C++, which report what does not fit by themselves. */
double __bmc_parse_double(const char *s, char **end) { return parse_double(s, end); }
float __bmc_parse_float(const char *s, char **end) { return parse_float(s, end); }
long double __bmc_parse_long_double(const char *s, char **end) { return parse_long_double(s, end); }

/* ---- Wide strings: what is not ASCII belongs to no number ---- */

#define NUMBER_OF_WIDE(type, parsed)                                                                \
    size_t length = __bmc_wcslen(s);                                                                \
    char narrow[length + 1], *stop;                                                                 \
    for (size_t i = 0; i <= length; i++) narrow[i] = s[i] < 0 || s[i] > 127 ? '?' : (char)s[i];     \
    type value = (type)(parsed);                                                                    \
    if (end != NULL) *end = (wchar_t *)s + (stop - narrow);                                         \
    return value

#define SIGNED_WIDE(name, type, max)                                               \
    MODEL type name(const wchar_t *restrict s, wchar_t **restrict end, int base) { \
        NUMBER_OF_WIDE(type, parse_signed(narrow, &stop, base, max));              \
    }

#define UNSIGNED_WIDE(name, type)                                                  \
    MODEL type name(const wchar_t *restrict s, wchar_t **restrict end, int base) { \
        NUMBER_OF_WIDE(type, parse_unsigned(narrow, &stop, base, (type)-1));       \
    }

SIGNED_WIDE(wcstol, long, LONG_MAX)
SIGNED_WIDE(wcstoll, long long, LLONG_MAX)
UNSIGNED_WIDE(wcstoul, unsigned long)
UNSIGNED_WIDE(wcstoull, unsigned long long)

MODEL double wcstod(const wchar_t *restrict s, wchar_t **restrict end) {
    NUMBER_OF_WIDE(double, parse_double(narrow, &stop));
}
