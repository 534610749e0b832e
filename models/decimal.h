/* Binary floating-point numbers and their decimals: what printf writes and strtod reads. Exact where the number is known: in
 * programs that are executed, and for bytes that are the same on all runs. */
#ifndef BMC_DECIMAL_H
#define BMC_DECIMAL_H
#include "bmc.h"

/* The longest number has 309 digits before the point, the smallest 767 digits in all. */
#define DECIMAL_DIGITS 784

/* 0.d1d2d3... * 10^point; no digits for zero. The last digit is not 0. */
struct decimal {
    int point;
    size_t count;
    char digits[DECIMAL_DIGITS];
};

/* A format of IEEE 754: bits of the fraction, and the exponent of the largest numbers. */
struct binary_format {
    int fraction, largest;
};

/* The finite number with these bits. */
void __bmc_decimal(struct decimal *to, unsigned long long bits);
/* Keeps that many digits (none when negative), rounding to nearest, ties to even. */
void __bmc_round(struct decimal *d, long long count);
/* Any digits of a number that is not known, rounded as it is printed: on the right side of 1. */
void __bmc_guess_decimal(struct decimal *d, unsigned long long bits, long long precision, char kind);

#define FLOATING_PRINTED "a floating-point number printed to a string"

/* Characters of which a number is read. */
struct characters {
    /* The next one, not taken; EOF at the end. */
    int (*peek)(void *from);
    void (*take)(void *from);
    void *from;
    /* Whether all are known. */
    int known;
};

/* Reads a number as strtod does, but for white space, of at most `width` characters. Its bits go to `bits`; `range` tells
 * that it was too large or too small. The result is the number of characters that are part of it, 0 when there is none;
 * `taken` counts those that were taken, which can be more. Of characters that are not known the number is exact if it is an
 * integer of up to 15 digits, and otherwise any that lies between bounds. */
size_t __bmc_read_floating(struct characters *from, size_t width, struct binary_format format,
                           unsigned long long *bits, int *range, size_t *taken);

/* Whether a number is known: the same on all runs that come here. */
static inline int __bmc_is_known_number(double x) { return __bmc_executes() || __bmc_known(&x, sizeof x); }

/* Whether a string is known, so that an exact number can be read from it. */
int __bmc_is_known_string(const char *s);

#endif
