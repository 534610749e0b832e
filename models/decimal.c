/* See decimal.h. Numbers of any size are arrays of 32-bit words, the lowest first. */
#include "decimal.h"

/* Decimal words of nine digits: 87 hold all digits of a double. */
#define NINE_DIGITS 1000000000u
#define DECIMAL_WORDS 88

/* Digits that are read exactly; of the others only whether one is not 0. More decide nothing: a number half-way between
 * two doubles has fewer. */
#define READ_DIGITS 800
/* Words for READ_DIGITS digits, shifted by what a division by 10^1200 takes. */
#define BINARY_WORDS 256

/* ---- To decimal ---- */

/* A decimal number times `factor`, which is at most 2^32. */
static size_t decimal_times(unsigned *words, size_t count, unsigned long long factor) {
    unsigned long long carry = 0;
    for (size_t i = 0; i < count; i++) {
        unsigned long long product = words[i] * factor + carry;
        words[i] = (unsigned)(product % NINE_DIGITS);
        carry = product / NINE_DIGITS;
    }
    for (; carry != 0; carry /= NINE_DIGITS) words[count++] = (unsigned)(carry % NINE_DIGITS);
    return count;
}

void __bmc_decimal(struct decimal *to, unsigned long long bits) {
    unsigned long long mantissa = bits & ((1ULL << 52) - 1);
    int exponent = (int)(bits >> 52 & 0x7ff);
    if (exponent != 0)
        mantissa |= 1ULL << 52;
    else
        exponent = 1;
    exponent -= 1075;
    to->point = 0;
    to->count = 0;
    if (mantissa == 0) return;
    for (; (mantissa & 1) == 0; mantissa >>= 1) exponent++;
    unsigned words[DECIMAL_WORDS];
    size_t count = 0;
    for (; mantissa != 0; mantissa /= NINE_DIGITS) words[count++] = (unsigned)(mantissa % NINE_DIGITS);
    /* m * 2^-k is m * 5^k / 10^k. */
    int fractional = exponent < 0 ? -exponent : 0;
    for (int left = exponent; left > 0; left -= 32) count = decimal_times(words, count, 1ULL << (left < 32 ? left : 32));
    for (int left = fractional; left > 0; left -= 13) {
        unsigned long long factor = 1;
        for (int i = 0; i < 13 && i < left; i++) factor *= 5;
        count = decimal_times(words, count, factor);
    }
    size_t digits = 0;
    for (size_t i = count; i > 0; i--)
        for (unsigned unit = NINE_DIGITS / 10; unit != 0; unit /= 10) {
            char digit = (char)(words[i - 1] / unit % 10);
            if (digits != 0 || digit != 0) to->digits[digits++] = digit;
        }
    to->point = (int)digits - fractional;
    while (digits > 0 && to->digits[digits - 1] == 0) digits--;
    to->count = digits;
}

void __bmc_round(struct decimal *d, long long count) {
    if (count >= (long long)d->count) return;
    if (count < 0) {
        d->count = 0;
        return;
    }
    size_t kept = (size_t)count;
    char next = d->digits[kept];
    /* The last digit is not 0, so what follows the next one is not 0 if it is there. */
    int up = next > 5 || (next == 5 && (kept + 1 < d->count || (kept > 0 && d->digits[kept - 1] % 2 != 0)));
    if (up) {
        while (kept > 0 && d->digits[kept - 1] == 9) kept--;
        if (kept == 0) {
            d->digits[kept++] = 1;
            d->point++;
        } else {
            d->digits[kept - 1]++;
        }
    } else {
        while (kept > 0 && d->digits[kept - 1] == 0) kept--;
    }
    d->count = kept;
}

/* ---- From decimal ---- */

/* A number times `factor` plus `more`; what does not fit is not expected. */
static size_t binary_times(unsigned *words, size_t count, unsigned factor, unsigned more) {
    unsigned long long carry = more;
    for (size_t i = 0; i < count; i++) {
        carry += (unsigned long long)words[i] * factor;
        words[i] = (unsigned)carry;
        carry >>= 32;
    }
    if (carry != 0) words[count++] = (unsigned)carry;
    return count;
}

/* A number divided; the remainder. */
static unsigned binary_divide(unsigned *words, size_t *count, unsigned by) {
    unsigned long long rest = 0;
    for (size_t i = *count; i > 0; i--) {
        rest = rest << 32 | words[i - 1];
        words[i - 1] = (unsigned)(rest / by);
        rest %= by;
    }
    while (*count > 0 && words[*count - 1] == 0) --*count;
    return (unsigned)rest;
}

static int bit_length(unsigned long long value) { return value == 0 ? 0 : 64 - __builtin_clzll(value); }

/* The bits of `value * 2^exponent`, a little more when `inexact`; to nearest, ties to even. */
static unsigned long long rounded(unsigned long long value, long long exponent, int inexact,
                                  struct binary_format format, int *range) {
    unsigned long long infinity = (2ULL * (unsigned)format.largest + 1) << format.fraction;
    if (value == 0) return 0;
    long long lowest = 1 - format.largest - format.fraction;
    /* The exponent that the last bit of the result has. */
    long long last = exponent + bit_length(value) - 1 - format.fraction;
    if (last < lowest) last = lowest;
    long long dropped = last - exponent;
    if (dropped > 0) {
        unsigned long long kept = dropped < 64 ? value >> dropped : 0;
        unsigned long long rest = dropped < 64 ? value & ((1ULL << dropped) - 1) : value;
        /* Beyond 64 bits less than half a unit is dropped. */
        unsigned long long half = dropped <= 64 ? 1ULL << (dropped - 1) : 0;
        int up = half != 0 && (rest > half || (rest == half && (inexact || (kept & 1) != 0)));
        if (dropped > 64) rest = 1;
        if (rest != 0 || inexact) inexact = 1;
        value = kept + (unsigned)up;
    } else {
        value <<= -dropped;
    }
    if (value >> (format.fraction + 1) != 0) {
        value >>= 1;
        last++;
    }
    int normal = value >> format.fraction != 0;
    if (!normal && inexact) *range = 1;
    unsigned long long biased = normal ? (unsigned long long)(last - lowest + 1) : 0;
    if (normal && last - lowest + 1 > 2LL * format.largest) {
        *range = 1;
        return infinity;
    }
    return biased << format.fraction | (value & ((1ULL << format.fraction) - 1));
}

/* The bits of digits * 10^exponent. */
static unsigned long long from_decimal(const char *digits, size_t count, long long exponent, int inexact,
                                       struct binary_format format, int *range) {
    if (count == 0) return 0;
    long long magnitude = exponent + (long long)count;
    if (magnitude > 400 || magnitude < -400) {
        *range = 1;
        return magnitude > 0 ? (2ULL * (unsigned)format.largest + 1) << format.fraction : 0;
    }
    unsigned words[BINARY_WORDS];
    size_t size = 0;
    for (size_t i = 0; i < count; i++) size = binary_times(words, size, 10, (unsigned)digits[i]);
    for (; exponent > 0; exponent--) size = binary_times(words, size, 10, 0);
    long long shifted = 0;
    if (exponent < 0) {
        /* A quotient of 64 bits and more: 10^k has less than 10/3 k + 1 bits. */
        size_t words_more = (size_t)(-exponent * 10 / 3 / 32 + 4);
        for (size_t i = size; i > 0; i--) words[i - 1 + words_more] = words[i - 1];
        for (size_t i = 0; i < words_more; i++) words[i] = 0;
        size += words_more;
        shifted = 32 * (long long)words_more;
        for (; exponent <= -9; exponent += 9) inexact |= binary_divide(words, &size, NINE_DIGITS) != 0;
        for (; exponent < 0; exponent++) inexact |= binary_divide(words, &size, 10) != 0;
    }
    unsigned long long top = 0;
    long long taken = 0;
    for (; size > 0 && taken < 2; taken++) top = top << 32 | words[--size];
    /* Up to 32 bits of the third word, so that 64 are significant. */
    int room = 64 - bit_length(top);
    long long scale = 32 * (long long)size - shifted;
    if (size > 0 && room > 0) {
        top = top << room | words[size - 1] >> (32 - room);
        inexact |= room < 32 && words[size - 1] << room != 0;
        scale -= room;
        size--;
    }
    while (size > 0) inexact |= words[--size] != 0;
    return rounded(top, scale, inexact, format, range);
}

/* ---- Numbers that are not known ---- */

/* Most digits that are guessed. */
enum { GUESSED_DIGITS = 40 };

void __bmc_guess_decimal(struct decimal *d, unsigned long long bits, long long precision, char kind) {
    double size;
    __builtin_memcpy(&size, &bits, sizeof size);
    d->point = 0;
    d->count = 0;
    if (bits == 0) return;
    __bmc_guess();
    int fixed = kind == 'f';
    /* Rounding may make a power of ten. */
    long long low = size < 1 ? fixed ? -precision : -323 : 1, high = size < 1 ? 1 : fixed ? 16 : 309;
    if (precision >= GUESSED_DIGITS - 16 || (fixed && size >= 1e15)) __bmc_unsupported(FLOATING_PRINTED);
    d->point = __bmc_any_in((int)low, (int)high);
    long long most = fixed ? d->point + precision : kind == 'e' ? precision + 1 : precision == 0 ? 1 : precision;
    /* Only where it is rounded to nothing is there no digit. */
    int count = __bmc_any_in(fixed && size < 1 ? 0 : 1, GUESSED_DIGITS);
    __bmc_assume(count <= most);
    for (int i = 0; i < GUESSED_DIGITS; i++) d->digits[i] = (char)__bmc_any_in(0, 9);
    __bmc_assume(count == 0 || (d->digits[0] != 0 && d->digits[count - 1] != 0));
    d->count = (size_t)count;
}

/* ---- Reading ---- */

static int small_letter(int c) { return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c; }

static unsigned digit_of(int c) {
    c = small_letter(c);
    return c >= '0' && c <= '9' ? (unsigned)(c - '0') : c >= 'a' && c <= 'f' ? (unsigned)(c - 'a') + 10 : 16;
}

/* Letters, digits and underscores. */
static int is_word_character(int c) {
    int small = small_letter(c);
    return (c >= '0' && c <= '9') || (small >= 'a' && small <= 'z') || c == '_';
}

struct reading {
    struct characters *from;
    size_t left, taken;
};

static int peek_floating(struct reading *r) { return r->left == 0 ? EOF : r->from->peek(r->from->from); }

static void take_floating(struct reading *r) {
    r->from->take(r->from->from);
    r->left--;
    r->taken++;
}

/* Takes the characters of a word while they agree; how many did. */
static size_t take_word(struct reading *r, const char *text) {
    size_t i = 0;
    for (; text[i] != 0 && small_letter(peek_floating(r)) == text[i]; i++) take_floating(r);
    return i;
}

/* Takes an exponent behind its letter, if one is there. */
static long long exponent_of(struct reading *r, size_t *valid) {
    int negative = peek_floating(r) == '-';
    long long value = 0;
    if (negative || peek_floating(r) == '+') take_floating(r);
    for (; digit_of(peek_floating(r)) < 10; take_floating(r)) {
        if (value < 1000000000) value = value * 10 + digit_of(peek_floating(r));
        *valid = r->taken + 1;
    }
    return negative ? -value : value;
}

/* A number of which some characters are not known. */
struct guess {
    /* The digits without the point, those before the point, and a power of ten or two; the digits stay below LARGE. */
    unsigned long long digits, whole;
    long long exponent;
    /* Whether a letter before the exponent was read, and whether the digits became too many. */
    int scaled, large;
};

/* Integers below it are numbers of 53 bits. */
#define LARGE 1000000000000000ULL

static void guess_digit(struct guess *g, unsigned base, unsigned digit, int point) {
    g->large |= g->digits >= LARGE / base;
    if (g->large) return;
    g->digits = g->digits * base + digit;
    if (!point) g->whole = g->digits;
}

static unsigned long long bits_of(double value, struct binary_format format) {
    float narrow = (float)value;
    unsigned of_narrow;
    unsigned long long of_value;
    __builtin_memcpy(&of_narrow, &narrow, sizeof narrow);
    __builtin_memcpy(&of_value, &value, sizeof value);
    return format.fraction == 23 ? of_narrow : of_value;
}

/* The bits of a number that is not negative: those of larger ones are larger. */
static unsigned long long guessed(const struct guess *g, struct binary_format format, int *range) {
    unsigned long long infinity = (2ULL * (unsigned)format.largest + 1) << format.fraction;
    if (!g->large && g->digits == 0) return 0;
    if (!g->large && g->exponent == 0) return bits_of((double)g->digits, format);
    unsigned long long low = 0, high = infinity, least = 1ULL << format.fraction;
    /* The digits are fewer than those of which double has all. */
    if (!g->large && g->exponent > 0) low = bits_of((double)g->digits, format);
    if (!g->large && g->exponent < 0) high = bits_of((double)g->digits, format);
    if (!g->large && !g->scaled) {
        low = bits_of((double)g->whole, format);
        high = bits_of((double)(g->whole + 1), format);
    }
    __bmc_guess();
    unsigned long long bits = __VERIFIER_nondet_ulonglong();
    __bmc_assume(bits >= low && bits <= high);
    if (bits == infinity || (bits < least && __VERIFIER_nondet_bool())) *range = 1;
    return bits;
}

static unsigned long long read_hexadecimal(struct reading *r, struct binary_format format, size_t *valid, int *range) {
    unsigned long long value = 0;
    long long exponent = 0;
    struct guess guess = {0};
    int point = 0, inexact = 0, any = 0;
    for (;; take_floating(r)) {
        unsigned d = digit_of(peek_floating(r));
        if (peek_floating(r) == '.' && !point) {
            point = 1;
            if (any) *valid = r->taken + 1;
            continue;
        }
        if (d == 16) break;
        any = 1;
        *valid = r->taken + 1;
        if (!r->from->known) {
            guess_digit(&guess, 16, d, point);
            exponent -= point ? 4 : 0;
        } else if (value >> 60 == 0) {
            value = value << 4 | d;
            exponent -= point ? 4 : 0;
        } else {
            inexact |= d != 0;
            exponent += point ? 0 : 4;
        }
    }
    if (any && small_letter(peek_floating(r)) == 'p') {
        take_floating(r);
        exponent += exponent_of(r, valid);
        guess.scaled = 1;
    }
    guess.exponent = exponent;
    if (!r->from->known) return guessed(&guess, format, range);
    return rounded(value, exponent, inexact, format, range);
}

static unsigned long long read_decimal(struct reading *r, struct binary_format format, size_t *valid, int *range) {
    char digits[READ_DIGITS];
    size_t count = 0;
    long long exponent = 0;
    struct guess guess = {0};
    int point = 0, inexact = 0, any = *valid != 0;
    for (;; take_floating(r)) {
        unsigned d = digit_of(peek_floating(r));
        if (peek_floating(r) == '.' && !point) {
            point = 1;
            if (any) *valid = r->taken + 1;
            continue;
        }
        if (d >= 10) break;
        any = 1;
        *valid = r->taken + 1;
        if (!r->from->known) {
            guess_digit(&guess, 10, d, point);
            exponent -= point;
        } else if (count == 0 && d == 0) {
            exponent -= point;
        } else if (count < READ_DIGITS) {
            digits[count++] = (char)d;
            exponent -= point;
        } else {
            inexact |= d != 0;
            exponent += !point;
        }
    }
    if (any && small_letter(peek_floating(r)) == 'e') {
        take_floating(r);
        exponent += exponent_of(r, valid);
        guess.scaled = 1;
    }
    guess.exponent = exponent;
    if (!r->from->known) return guessed(&guess, format, range);
    return from_decimal(digits, count, exponent, inexact, format, range);
}

/* Takes what may stand in parentheses behind "nan"; bits that it may set. */
static unsigned long long read_payload(struct reading *r, struct binary_format format, size_t *valid) {
    if (r->from->known) __bmc_unsupported("a NaN with a payload read");
    take_floating(r);
    while (is_word_character(peek_floating(r))) take_floating(r);
    if (peek_floating(r) != ')') return 0;
    take_floating(r);
    *valid = r->taken;
    __bmc_guess();
    return __VERIFIER_nondet_ulonglong() & ((1ULL << (format.fraction - 1)) - 1);
}

size_t __bmc_read_floating(struct characters *from, size_t width, struct binary_format format,
                           unsigned long long *bits, int *range, size_t *taken) {
    struct reading r = {from, width, 0};
    size_t valid = 0;
    unsigned long long infinity = (2ULL * (unsigned)format.largest + 1) << format.fraction, value = 0;
    *range = 0;
    int negative = peek_floating(&r) == '-';
    if (negative || peek_floating(&r) == '+') take_floating(&r);
    size_t sign = r.taken;
    if (small_letter(peek_floating(&r)) == 'i') {
        size_t letters = take_word(&r, "infinity");
        valid = letters == 8 ? sign + 8 : letters >= 3 ? sign + 3 : 0;
        value = infinity;
    } else if (small_letter(peek_floating(&r)) == 'n') {
        valid = take_word(&r, "nan") == 3 ? r.taken : 0;
        value = infinity | 1ULL << (format.fraction - 1);
        if (valid != 0 && peek_floating(&r) == '(') value |= read_payload(&r, format, &valid);
    } else if (peek_floating(&r) == '0') {
        take_floating(&r);
        valid = r.taken;
        if (small_letter(peek_floating(&r)) == 'x') {
            take_floating(&r);
            value = read_hexadecimal(&r, format, &valid, range);
        } else {
            value = read_decimal(&r, format, &valid, range);
        }
    } else {
        value = read_decimal(&r, format, &valid, range);
    }
    *taken = r.taken;
    *bits = value | (unsigned long long)negative << (format.fraction + bit_length(2ULL * (unsigned)format.largest + 1));
    return valid;
}
