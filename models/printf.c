/* The printf family. Output to files succeeds and is forgotten, but every argument is checked as its conversion uses
 * it; lengths and output to strings are exact for integers, characters and strings, and in an executed program for doubles. */
#include "decimal.h"
#include "format.h"
#include "stdio.h"

/* Where output goes: nowhere, to a string of narrow or wide characters of which `room` are kept, or to a file. */
struct sink {
    char *narrow;
    wchar_t *wide;
    size_t room, written;
    FILE *file;
    /* The string that is written, beside what is read. */
    struct walk walk;
};

struct conversion {
    int left, plus, space, alternate, zero;
    int has_precision;
    size_t width, precision;
    enum length length;
    char kind;
};

static void put(struct sink *to, wchar_t c) {
    if (to->written < to->room) {
        if (to->narrow != NULL)
            to->narrow[to->written] = (char)c;
        else
            to->wide[to->written] = c;
    }
    if (to->file != NULL) {
        char byte = (char)c;
        __bmc_put(to->file, &byte, 1);
    }
    to->written++;
}

/* Nothing of what was read is among what is kept, and the end of the string (`ends`). */
static void stay_apart(struct sink *to, size_t ends) {
    size_t kept = to->written < to->room ? to->written : to->room;
    __bmc_walked(&to->walk, (kept + ends) * (to->wide != NULL ? sizeof *to->wide : 1));
}

/* `times` is at most `most`, which does not depend on values printed and so bounds the loop. */
static void repeat(struct sink *to, char c, size_t times, size_t most) {
    for (size_t i = 0; i < most; i++)
        if (i < times) put(to, c);
}

static size_t decimal(const char **place) {
    size_t n = 0;
    for (; **place >= '0' && **place <= '9'; (*place)++) {
        n = n * 10 + (size_t)(**place - '0');
        if (n > INT_MAX) __bmc_unsupported("a field of more than INT_MAX characters");
    }
    return n;
}

/* Reads what follows a percent sign; `place` is then behind the conversion. */
static struct conversion parse_conversion(const char **place, struct arguments *arguments) {
    struct conversion c = {0};
    const char *f = *place;
    for (;; f++) {
        if (*f == '-') c.left = 1;
        else if (*f == '+') c.plus = 1;
        else if (*f == ' ') c.space = 1;
        else if (*f == '#') c.alternate = 1;
        else if (*f == '0') c.zero = 1;
        else if (*f != '\'' && *f != 'I') break;
    }
    if (*f == '*') {
        f++;
        long long width = va_arg(arguments->list, int);
        c.left |= width < 0;
        c.width = (size_t)(width < 0 ? -width : width);
    } else {
        c.width = decimal(&f);
        if (*f == '$') __bmc_unsupported("numbered arguments in a format");
    }
    if (*f == '.') {
        f++;
        c.has_precision = 1;
        if (*f == '*') {
            f++;
            int precision = va_arg(arguments->list, int);
            c.has_precision = precision >= 0;
            c.precision = precision >= 0 ? (size_t)precision : 0;
        } else {
            c.precision = decimal(&f);
        }
    }
    c.length = __bmc_length(&f);
    c.kind = *f;
    if (c.kind == 'C' || c.kind == 'S') {
        c.kind = c.kind == 'C' ? 'c' : 's';
        c.length = LONG;
    }
    if (c.kind != 0) f++;
    *place = f;
    return c;
}

static long long take_signed(struct conversion *c, struct arguments *arguments) {
    switch (c->length) {
    case CHAR: return (signed char)va_arg(arguments->list, int);
    case SHORT: return (short)va_arg(arguments->list, int);
    case LONG: return va_arg(arguments->list, long);
    case SIZE: return va_arg(arguments->list, ssize_t);
    case DIFFERENCE: return va_arg(arguments->list, ptrdiff_t);
    case LONG_LONG:
    case LONG_DOUBLE:
    case MAX: return va_arg(arguments->list, long long);
    default: return va_arg(arguments->list, int);
    }
}

static unsigned long long take_unsigned(struct conversion *c, struct arguments *arguments) {
    switch (c->length) {
    case CHAR: return (unsigned char)va_arg(arguments->list, unsigned);
    case SHORT: return (unsigned short)va_arg(arguments->list, unsigned);
    case LONG: return va_arg(arguments->list, unsigned long);
    case SIZE: return va_arg(arguments->list, size_t);
    case DIFFERENCE: return (size_t)va_arg(arguments->list, ptrdiff_t);
    case LONG_LONG:
    case LONG_DOUBLE:
    case MAX: return va_arg(arguments->list, unsigned long long);
    default: return va_arg(arguments->list, unsigned);
    }
}

/* Passed like a long double, but without needing one. */
#ifdef __LP64__
struct long_double {
    _Alignas(16) char bytes[16];
};
#else
struct long_double {
    _Alignas(4) char bytes[12];
};
#endif

static void skip_floating(struct conversion *c, struct arguments *arguments) {
    if (c->length == LONG_DOUBLE)
        (void)va_arg(arguments->list, struct long_double);
    else
        (void)va_arg(arguments->list, double);
}

/* %n: stores how much was written so far. */
static void store_count(struct conversion *c, struct arguments *arguments, long long written) {
    void *to = va_arg(arguments->list, void *);
    switch (c->length) {
    case CHAR: *(signed char *)to = (signed char)written; break;
    case SHORT: *(short *)to = (short)written; break;
    case LONG: *(long *)to = (long)written; break;
    case SIZE: *(size_t *)to = (size_t)written; break;
    case DIFFERENCE: *(ptrdiff_t *)to = (ptrdiff_t)written; break;
    case LONG_LONG:
    case LONG_DOUBLE:
    case MAX: *(long long *)to = written; break;
    default: *(int *)to = (int)written; break;
    }
}

NORETURN static void undefined_conversion(void) { __bmc_unsupported("undefined conversion in a printf format"); }

/* ---- The shape of a field ---- */

/* What is printed for a number, in this order: spaces, sign, prefix, zeros, digits, spaces. */
struct layout {
    unsigned base;
    size_t before, zeros, digits, after;
    char sign;
    int prefix;
};

/* Whether the argument has 32 bits or less: computing in 64 costs a solver much more. */
static int narrow(struct conversion *c) {
    return c->length == INT || c->length == CHAR || c->length == SHORT || (sizeof(long) == 4 && c->length <= LONG) ||
           (sizeof(size_t) == 4 && (c->length == SIZE || c->length == DIFFERENCE));
}

/* The number of digits, at least one, without a branch on the value. */
static size_t count_digits(struct conversion *c, unsigned long long value, unsigned base) {
    size_t count = 1;
    if (narrow(c)) {
        unsigned small = (unsigned)value;
        for (unsigned least = base;; least *= base) {
            count += small >= least;
            if (least > (unsigned)-1 / base) return count;
        }
    }
    for (unsigned long long least = base;; least *= base) {
        count += value >= least;
        if (least > (unsigned long long)-1 / base) return count;
    }
}

/* Padding as C11 7.21.6.1 says. What the format does not ask for costs no term over the value. */
static struct layout number_layout(struct conversion *c, unsigned long long value, char sign) {
    struct layout l = {0};
    l.base = c->kind == 'o' ? 8 : c->kind == 'x' || c->kind == 'X' || c->kind == 'p' ? 16 : 10;
    l.digits = count_digits(c, value, l.base);
    l.sign = sign;
    l.prefix = l.base == 16 && (c->kind == 'p' || (c->alternate && value != 0));
    if (c->has_precision) {
        if (c->precision == 0 && value == 0) l.digits = 0;
        l.zeros = c->precision > l.digits ? c->precision - l.digits : 0;
    }
    if (l.base == 8 && c->alternate && l.zeros == 0 && (value != 0 || l.digits == 0)) l.zeros = 1;
    if (c->width != 0) {
        size_t length = l.digits + l.zeros + (sign != 0 ? 1 : 0) + (l.prefix ? 2 : 0);
        size_t padding = c->width > length ? c->width - length : 0;
        if (c->left)
            l.after = padding;
        else if (c->zero && !c->has_precision)
            l.zeros += padding;
        else
            l.before = padding;
    }
    return l;
}

static char sign_of(struct conversion *c, long long value) {
    return value < 0 ? '-' : c->plus ? '+' : c->space ? ' ' : 0;
}

static unsigned long long magnitude(long long value) {
    return value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value;
}

static size_t field(struct conversion *c, size_t length) { return c->width > length ? c->width : length; }

static size_t number_length(struct conversion *c, unsigned long long value, char sign) {
    struct layout l = number_layout(c, value, sign);
    return l.before + (l.sign != 0 ? 1 : 0) + (l.prefix ? 2 : 0) + l.zeros + l.digits + l.after;
}

/* ---- Output that is forgotten ---- */

/* Checks every argument and returns the number of bytes; any number when one is not known. */
static int check(const char *f, struct arguments *arguments) {
    size_t written = 0;
    int known = 1;
    __bmc_strlen(f);
    while (*f != 0) {
        if (*f++ != '%') {
            written++;
            continue;
        }
        if (*f == '%') {
            f++;
            written++;
            continue;
        }
        struct conversion c = parse_conversion(&f, arguments);
        switch (c.kind) {
        case 'd':
        case 'i': {
            long long value = take_signed(&c, arguments);
            written += number_length(&c, magnitude(value), sign_of(&c, value));
            break;
        }
        case 'u':
        case 'o':
        case 'x':
        case 'X': written += number_length(&c, take_unsigned(&c, arguments), 0); break;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            skip_floating(&c, arguments);
            known = 0;
            break;
        case 'c':
            if (c.length == LONG) {
                (void)va_arg(arguments->list, wint_t);
                known = 0;
            } else {
                (void)va_arg(arguments->list, int);
                written += field(&c, 1);
            }
            break;
        case 's':
            if (c.length == LONG) {
                const wchar_t *s = va_arg(arguments->list, const wchar_t *);
                __bmc_wcsnlen(s, c.has_precision ? c.precision : SIZE_MAX);
                known = 0;
            } else {
                const char *s = va_arg(arguments->list, const char *);
                written += field(&c, c.has_precision ? __bmc_strnlen(s, c.precision) : __bmc_strlen(s));
            }
            break;
        case 'p':
            (void)va_arg(arguments->list, void *);
            known = 0;
            break;
        case 'n': store_count(&c, arguments, known ? (long long)written : __bmc_any_in(0, INT_MAX)); break;
        case 'm': known = 0; break;
        case '%': written++; break;
        default: undefined_conversion();
        }
    }
    if (!known) return __bmc_any_in(0, INT_MAX);
    return written > INT_MAX ? -1 : (int)written;
}

/* ---- Output to a string ---- */

static void put_number(struct sink *to, struct conversion *c, unsigned long long value, char sign) {
    struct layout l = number_layout(c, value, sign);
    /* No number of the type has more digits. */
    size_t most = (narrow(c) ? 32 : 64) / (l.base == 10 ? 3 : l.base == 16 ? 4 : 3) + 1;
    char digits[24];
    unsigned small = (unsigned)value;
    for (size_t i = 0; i < most; i++) {
        unsigned d;
        if (narrow(c)) {
            d = small % l.base;
            small /= l.base;
        } else {
            d = (unsigned)(value % l.base);
            value /= l.base;
        }
        digits[i] = (char)(d < 10 ? '0' + (int)d : (c->kind == 'X' ? 'A' : 'a') + (int)d - 10);
    }
    repeat(to, ' ', l.before, c->width);
    if (l.sign != 0) put(to, l.sign);
    if (l.prefix) {
        put(to, '0');
        put(to, c->kind == 'X' ? 'X' : 'x');
    }
    repeat(to, '0', l.zeros, c->width + c->precision + 1);
    for (size_t i = most; i > 0; i--)
        if (i <= l.digits) put(to, digits[i - 1]);
    repeat(to, ' ', l.after, c->width);
}

static void put_signed(struct sink *to, struct conversion *c, long long value) {
    put_number(to, c, magnitude(value), sign_of(c, value));
}

static void put_string(struct sink *to, struct conversion *c, const char *s) {
    int bounded = c->has_precision;
    /* At least one byte is read, which must not be overwritten yet. */
    __bmc_beside(&to->walk, s, !bounded || c->precision != 0);
    stay_apart(to, 0);
    size_t length = bounded ? __bmc_strnlen(s, c->precision) : __bmc_strlen(s);
    __bmc_beside(&to->walk, s, bounded && length == c->precision ? length : length + 1);
    size_t padding = c->width > length ? c->width - length : 0;
    if (!c->left) repeat(to, ' ', padding, c->width);
    for (size_t i = 0; i < length; i++) put(to, s[i]);
    if (c->left) repeat(to, ' ', padding, c->width);
}

static void put_wide_string(struct sink *to, struct conversion *c, const wchar_t *s) {
    int bounded = c->has_precision;
    __bmc_beside(&to->walk, s, !bounded || c->precision != 0);
    stay_apart(to, 0);
    size_t length = bounded ? __bmc_wcsnlen(s, c->precision) : __bmc_wcslen(s);
    __bmc_beside(&to->walk, s, (bounded && length == c->precision ? length : length + 1) * sizeof *s);
    size_t padding = c->width > length ? c->width - length : 0;
    if (!c->left) repeat(to, ' ', padding, c->width);
    for (size_t i = 0; i < length; i++) {
        if (to->wide == NULL && (s[i] < 0 || s[i] > 127)) __bmc_unsupported("a wide character as a multi-byte one");
        put(to, s[i]);
    }
    if (c->left) repeat(to, ' ', padding, c->width);
}

static void put_character(struct sink *to, struct conversion *c, struct arguments *arguments) {
    wchar_t character;
    if (c->length == LONG) {
        character = (wchar_t)va_arg(arguments->list, wint_t);
        if (to->wide == NULL && (character < 0 || character > 127))
            __bmc_unsupported("a wide character as a multi-byte one");
    } else {
        character = (unsigned char)va_arg(arguments->list, int);
    }
    size_t padding = c->width > 1 ? c->width - 1 : 0;
    if (!c->left) repeat(to, ' ', padding, c->width);
    put(to, character);
    if (c->left) repeat(to, ' ', padding, c->width);
}

/* Addresses in the program's memory are no fixed numbers, so any that Linux gives to programs. */
static void put_pointer(struct sink *to, struct conversion *c, void *p) {
    if (p == NULL) {
        c->has_precision = 0;
        put_string(to, c, "(nil)");
        return;
    }
    c->length = LONG;
    unsigned long long address = __VERIFIER_nondet_ulong();
    __bmc_assume(address != 0);
    if (sizeof p == 8) __bmc_assume(address < 1ULL << 47);
    put_number(to, c, address, 0);
}

/* ---- Floating-point numbers ---- */

/* A number that is printed: sign, prefix, digits with the point, zeros, exponent. */
struct parts {
    char sign;
    const char *prefix;
    /* Places before and after the point; digits that are not there are zeros. */
    long long before, after;
    int point;
    /* Letter, sign and digits. */
    char exponent[8];
    size_t exponent_length;
};

static void put_exponent(struct parts *parts, char letter, int exponent, size_t least) {
    unsigned left = exponent < 0 ? -(unsigned)exponent : (unsigned)exponent;
    size_t digits = left >= 1000 ? 4 : left >= 100 ? 3 : left >= 10 ? 2 : 1;
    if (digits < least) digits = least;
    parts->exponent[0] = letter;
    parts->exponent[1] = exponent < 0 ? '-' : '+';
    for (size_t i = digits; i > 0; left /= 10) parts->exponent[1 + i--] = (char)('0' + left % 10);
    parts->exponent_length = 2 + digits;
}

/* `digits` has the values of the digits: `count` of them, of which the one at place `unit` stands before the point. */
static void put_parts(struct sink *to, struct conversion *c, const struct parts *parts, const char *digits,
                      long long count, long long unit, char ten) {
    size_t length = (parts->sign != 0) + __bmc_strlen(parts->prefix) + (size_t)parts->before + (size_t)parts->point +
                    (size_t)parts->after + parts->exponent_length;
    size_t padding = c->width > length ? c->width - length : 0;
    if (!c->left && !c->zero) repeat(to, ' ', padding, padding);
    if (parts->sign != 0) put(to, parts->sign);
    for (const char *p = parts->prefix; *p != 0; p++) put(to, *p);
    if (!c->left && c->zero) repeat(to, '0', padding, padding);
    for (long long place = -parts->before + 1; place <= parts->after; place++) {
        long long at = unit + place;
        int digit = at >= 0 && at < count ? digits[at] : 0;
        put(to, digit < 10 ? '0' + digit : ten + digit - 10);
        if (place == 0 && parts->point) put(to, '.');
    }
    for (size_t i = 0; i < parts->exponent_length; i++) put(to, parts->exponent[i]);
    if (c->left) repeat(to, ' ', padding, padding);
}

/* %a as glibc writes it: one digit before the point. */
static void put_hexadecimal(struct sink *to, struct conversion *c, struct parts *parts, unsigned long long bits) {
    unsigned long long mantissa = bits & ((1ULL << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent != 0)
        mantissa |= 1ULL << 52;
    else if (mantissa != 0)
        exponent = 1;
    if (exponent != 0) exponent -= 1023;
    size_t kept = 13;
    if (c->has_precision && c->precision < 13) {
        kept = c->precision;
        unsigned dropped = 52 - 4 * (unsigned)kept;
        unsigned long long rest = mantissa & ((1ULL << dropped) - 1), half = 1ULL << (dropped - 1);
        mantissa >>= dropped;
        if (rest > half || (rest == half && (mantissa & 1) != 0)) mantissa++;
        mantissa <<= dropped;
    }
    char digits[14];
    for (int i = 0; i < 14; i++) digits[i] = (char)(mantissa >> (52 - 4 * i) & 15);
    if (!c->has_precision)
        while (kept > 0 && digits[kept] == 0) kept--;
    parts->before = 1;
    parts->after = c->has_precision ? (long long)c->precision : (long long)kept;
    parts->point = parts->after > 0 || c->alternate;
    parts->prefix = c->kind == 'A' ? "0X" : "0x";
    put_exponent(parts, c->kind == 'A' ? 'P' : 'p', exponent, 1);
    put_parts(to, c, parts, digits, 14, 0, c->kind == 'A' ? 'A' : 'a');
}

/* C11 7.21.6.1, for doubles. */
static void put_floating(struct sink *to, struct conversion *c, double number) {
    int known = __bmc_is_known_number(number);
    unsigned long long bits;
    __builtin_memcpy(&bits, &number, sizeof bits);
    struct parts parts = {0};
    int upper = c->kind < 'a';
    char kind = upper ? (char)(c->kind - 'A' + 'a') : c->kind;
    parts.sign = bits >> 63 != 0 ? '-' : c->plus ? '+' : c->space ? ' ' : 0;
    parts.prefix = "";
    bits &= (1ULL << 63) - 1;
    if (bits >> 52 == 0x7ff) {
        c->zero = 0;
        parts.prefix = bits << 12 != 0 ? (upper ? "NAN" : "nan") : upper ? "INF" : "inf";
        put_parts(to, c, &parts, "", 0, 0, 0);
        return;
    }
    if (kind == 'a') {
        if (!known) __bmc_unsupported(FLOATING_PRINTED);
        put_hexadecimal(to, c, &parts, bits);
        return;
    }
    struct decimal d;
    long long precision = c->has_precision ? (long long)c->precision : 6;
    if (known)
        __bmc_decimal(&d, bits);
    else
        __bmc_guess_decimal(&d, bits, precision, kind);
    if (kind == 'g') {
        if (precision == 0) precision = 1;
        if (known) __bmc_round(&d, precision);
        long long exponent = d.count == 0 ? 0 : d.point - 1;
        kind = precision > exponent && exponent >= -4 ? 'f' : 'e';
        precision = kind == 'f' ? precision - 1 - exponent : precision - 1;
        if (!c->alternate) {
            long long used = kind == 'f' ? (long long)d.count - d.point : (long long)d.count - 1;
            if (d.count == 0) used = 0;
            precision = used < 0 ? 0 : used < precision ? used : precision;
        }
    } else if (known) {
        __bmc_round(&d, kind == 'f' ? d.point + precision : 1 + precision);
    }
    parts.after = precision;
    parts.point = precision > 0 || c->alternate;
    if (kind == 'f') {
        parts.before = d.count == 0 || d.point < 1 ? 1 : d.point;
        put_parts(to, c, &parts, d.digits, (long long)d.count, d.point - 1, 0);
    } else {
        parts.before = 1;
        put_exponent(&parts, upper ? 'E' : 'e', d.count == 0 ? 0 : d.point - 1, 2);
        put_parts(to, c, &parts, d.digits, (long long)d.count, 0, 0);
    }
}

static int format(struct sink *to, const char *f, struct arguments *arguments) {
    __bmc_strlen(f);
    while (*f != 0) {
        char plain = *f++;
        if (plain != '%') {
            put(to, plain);
            continue;
        }
        if (*f == '%') {
            f++;
            put(to, '%');
            continue;
        }
        struct conversion c = parse_conversion(&f, arguments);
        switch (c.kind) {
        case 'd':
        case 'i': put_signed(to, &c, take_signed(&c, arguments)); break;
        case 'u':
        case 'o':
        case 'x':
        case 'X': put_number(to, &c, take_unsigned(&c, arguments), 0); break;
        case 'c': put_character(to, &c, arguments); break;
        case 's':
            if (c.length == LONG) {
                const wchar_t *s = va_arg(arguments->list, const wchar_t *);
                put_wide_string(to, &c, s);
            } else {
                const char *s = va_arg(arguments->list, const char *);
                put_string(to, &c, s);
            }
            break;
        case 'p': put_pointer(to, &c, va_arg(arguments->list, void *)); break;
        case 'n': store_count(&c, arguments, (long long)to->written); break;
        case '%': put(to, '%'); break;
        case 'e':
        case 'E':
        case 'f':
        case 'F':
        case 'g':
        case 'G':
        case 'a':
        case 'A':
            if (c.length == LONG_DOUBLE) __bmc_unsupported("a long double printed");
            put_floating(to, &c, va_arg(arguments->list, double));
            break;
        case 'm': __bmc_unsupported("%m printed to a string");
        default: undefined_conversion();
        }
        stay_apart(to, 0);
    }
    if (to->written > INT_MAX) {
        __bmc_set_errno(EOVERFLOW);
        return -1;
    }
    return (int)to->written;
}

/* The string ends after what was kept. */
static void end(struct sink *to) {
    size_t at = to->written < to->room ? to->written : to->room;
    stay_apart(to, 1);
    if (to->narrow != NULL)
        to->narrow[at] = 0;
    else
        to->wide[at] = 0;
}

/* At most `size` bytes with the end. */
static struct sink string_sink(char *buffer, size_t size) {
    struct sink to = {buffer, NULL, size > 0 ? size - 1 : 0, 0, NULL, __bmc_walk(size > 0 ? buffer : NULL)};
    return to;
}

static int to_string(char *buffer, size_t size, const char *f, struct arguments *arguments) {
    struct sink to = string_sink(buffer, size);
    __bmc_beside(&to.walk, f, __bmc_strlen(f) + 1);
    int result = format(&to, f, arguments);
    if (size > 0) end(&to);
    return result;
}

/* ---- The functions ---- */

/* Output to a file. */
static int print(FILE *file, const char *f, struct arguments *arguments) {
    if (__bmc_executes()) {
        struct sink to = {NULL, NULL, 0, 0, file, __bmc_walk(NULL)};
        return __bmc_can_write(file) ? format(&to, f, arguments) : -1;
    }
    int length = check(f, arguments);
    return __bmc_can_write(file) ? length : -1;
}

MODEL int vprintf(const char *restrict f, va_list list) { WITH_LIST(list, print(stdout, f, &arguments)); }
MODEL int printf(const char *restrict f, ...) { WITH_ARGUMENTS(f, print(stdout, f, &arguments)); }

MODEL int vfprintf(FILE *restrict file, const char *restrict f, va_list list) {
    WITH_LIST(list, print(file, f, &arguments));
}

MODEL int fprintf(FILE *restrict file, const char *restrict f, ...) {
    WITH_ARGUMENTS(f, print(file, f, &arguments));
}

static int print_to(int fd, const char *f, struct arguments *arguments) {
    FILE file = {.writable = 1, .descriptor = fd};
    return print(&file, f, arguments);
}

MODEL int vdprintf(int fd, const char *restrict f, va_list list) { WITH_LIST(list, print_to(fd, f, &arguments)); }
MODEL int dprintf(int fd, const char *restrict f, ...) { WITH_ARGUMENTS(f, print_to(fd, f, &arguments)); }

MODEL void syslog(int priority, const char *f, ...) {
    (void)priority;
    struct arguments arguments;
    va_start(arguments.list, f);
    check(f, &arguments);
    va_end(arguments.list);
}

MODEL int vsprintf(char *restrict to, const char *restrict f, va_list list) {
    WITH_LIST(list, to_string(to, SIZE_MAX, f, &arguments));
}

MODEL int sprintf(char *restrict to, const char *restrict f, ...) {
    WITH_ARGUMENTS(f, to_string(to, SIZE_MAX, f, &arguments));
}

MODEL int vsnprintf(char *restrict to, size_t size, const char *restrict f, va_list list) {
    WITH_LIST(list, to_string(to, size, f, &arguments));
}

MODEL int snprintf(char *restrict to, size_t size, const char *restrict f, ...) {
    WITH_ARGUMENTS(f, to_string(to, size, f, &arguments));
}

/* Counts first, then writes. */
static int to_new_string(char **place, const char *f, struct arguments *arguments) {
    struct arguments again;
    va_copy(again.list, arguments->list);
    int length = to_string(NULL, 0, f, arguments);
    char *to = length < 0 ? NULL : malloc((size_t)length + 1);
    if (to != NULL) {
        to_string(to, (size_t)length + 1, f, &again);
        *place = to;
    }
    va_end(again.list);
    return to == NULL ? -1 : length;
}

MODEL int vasprintf(char **restrict place, const char *restrict f, va_list list) {
    WITH_LIST(list, to_new_string(place, f, &arguments));
}

MODEL int asprintf(char **restrict place, const char *restrict f, ...) {
    WITH_ARGUMENTS(f, to_new_string(place, f, &arguments));
}
