/* fenv.h, and of math.h what clang leaves to the library: classification under glibc's names, and functions whose result
 * the formats fix. What IEEE 754 leaves to the library's accuracy (pow, sin, ...) the engines call unsupported. */
#include "decimal.h"

/* ---- fenv.h: floating point is computed to nearest, and its flags are not kept ---- */

/* Rounding modes of x86: to nearest, down, up, towards zero. */
#define TO_NEAREST 0
#define ROUNDING_MASK 0xc00

MODEL int fegetround(void) { return TO_NEAREST; }

MODEL int fesetround(int mode) {
    if ((mode & ~ROUNDING_MASK) != 0) return 1;
    if (mode != TO_NEAREST) __bmc_unsupported("rounding other than to nearest");
    return 0;
}

MODEL int fetestexcept(int exceptions) {
    if (exceptions != 0) __bmc_unsupported("floating-point exception flags");
    return 0;
}

MODEL int feclearexcept(int exceptions) {
    (void)exceptions;
    return 0;
}

MODEL int feraiseexcept(int exceptions) {
    (void)exceptions;
    return 0;
}

MODEL int fegetexceptflag(void *flags, int exceptions) {
    (void)flags;
    (void)exceptions;
    __bmc_unsupported("floating-point exception flags");
}

MODEL int fesetexceptflag(const void *flags, int exceptions) {
    (void)flags;
    (void)exceptions;
    __bmc_unsupported("floating-point exception flags");
}

MODEL int fegetenv(void *environment) {
    (void)environment;
    __bmc_unsupported("the floating-point environment");
}

MODEL int fesetenv(const void *environment) {
    (void)environment;
    __bmc_unsupported("the floating-point environment");
}

MODEL int feholdexcept(void *environment) {
    (void)environment;
    __bmc_unsupported("the floating-point environment");
}

MODEL int feupdateenv(const void *environment) {
    (void)environment;
    __bmc_unsupported("the floating-point environment");
}

MODEL int feenableexcept(int exceptions) {
    (void)exceptions;
    __bmc_unsupported("the floating-point environment");
}

MODEL int fedisableexcept(int exceptions) {
    (void)exceptions;
    __bmc_unsupported("the floating-point environment");
}

/* ---- Classes, by glibc's numbers ---- */

enum { CLASS_NAN, CLASS_INFINITE, CLASS_ZERO, CLASS_SUBNORMAL, CLASS_NORMAL };

#define CLASSES(type, suffix)                                                                          \
    MODEL int __fpclassify##suffix(type x) {                                                           \
        return __builtin_fpclassify(CLASS_NAN, CLASS_INFINITE, CLASS_NORMAL, CLASS_SUBNORMAL, CLASS_ZERO, x); \
    }                                                                                                  \
    MODEL int __isnan##suffix(type x) { return __builtin_isnan(x); }                                   \
    MODEL int isnan##suffix(type x) { return __builtin_isnan(x); }                                     \
    MODEL int __isinf##suffix(type x) { return __builtin_isinf_sign(x); }                              \
    MODEL int isinf##suffix(type x) { return __builtin_isinf_sign(x); }                                \
    MODEL int __finite##suffix(type x) { return __builtin_isfinite(x); }                               \
    MODEL int finite##suffix(type x) { return __builtin_isfinite(x); }                                 \
    MODEL int __signbit##suffix(type x) { return __builtin_signbit(x) != 0; }                          \
    MODEL int __issignaling##suffix(type x) { return __builtin_isfpclass(x, 1); }

CLASSES(float, f)
CLASSES(double, )
CLASSES(long double, l)

/* ---- Functions that are exact ---- */

#define EXACT(type, suffix, nan_value)                                                                 \
    MODEL type fdim##suffix(type x, type y) {                                                          \
        if (__builtin_isnan(x) || __builtin_isnan(y)) return x + y;                                    \
        return x <= y ? 0 : x - y;                                                                     \
    }                                                                                                  \
    MODEL type nan##suffix(const char *tag) {                                                          \
        if (*tag != 0) __bmc_unsupported("the payload of a NaN");                                      \
        return nan_value;                                                                              \
    }

EXACT(float, f, __builtin_nanf(""))
EXACT(double, , __builtin_nan(""))
EXACT(long double, l, __builtin_nanl(""))

/* Functions of the bits: `digits` of the fraction, `bias` of the exponent. */
#define BITWISE(type, suffix, word, digits, bias)                                                      \
    static type fraction##suffix(type x, int *exponent) {                                              \
        union {                                                                                        \
            type value;                                                                                \
            word bits;                                                                                 \
        } u = {x};                                                                                     \
        const word field = (word)(2 * bias + 1) << digits;                                             \
        *exponent = 0;                                                                                 \
        if (x == 0 || (u.bits & field) == field) return x;                                             \
        if ((u.bits & field) == 0) {                                                                   \
            u.value = x * (type)(1ull << 62);                                                          \
            *exponent = -62;                                                                           \
        }                                                                                              \
        *exponent += (int)((u.bits & field) >> digits) - (bias - 1);                                   \
        u.bits = (u.bits & ~field) | (word)(bias - 1) << digits;                                       \
        return u.value;                                                                                \
    }                                                                                                  \
    MODEL type frexp##suffix(type x, int *exponent) { return fraction##suffix(x, exponent); }          \
    MODEL type modf##suffix(type x, type *whole) {                                                     \
        union {                                                                                        \
            type value;                                                                                \
            word bits;                                                                                 \
        } u = {x};                                                                                     \
        int exponent = (int)(u.bits >> digits & (2 * bias + 1)) - bias;                                \
        if (exponent >= digits) {                                                                      \
            *whole = x;                                                                                \
            return __builtin_isnan(x) ? x : __builtin_copysign##suffix(0, x);                          \
        }                                                                                              \
        word kept = exponent < 0 ? (word)1 << (8 * sizeof(word) - 1) : ~(((word)1 << (digits - exponent)) - 1); \
        u.bits &= kept;                                                                                \
        *whole = u.value;                                                                              \
        return __builtin_copysign##suffix(x - u.value, x);                                             \
    }                                                                                                  \
    static int logarithm##suffix(type x) {                                                             \
        if (x == 0 || __builtin_isnan(x)) return -__INT_MAX__ - 1;                                     \
        if (__builtin_isinf(x)) return __INT_MAX__;                                                    \
        int exponent;                                                                                  \
        (void)fraction##suffix(x, &exponent);                                                          \
        return exponent - 1;                                                                           \
    }                                                                                                  \
    MODEL int ilogb##suffix(type x) { return logarithm##suffix(x); }                                   \
    MODEL type logb##suffix(type x) {                                                                  \
        if (x == 0) return -(type)__builtin_inf();                                                     \
        return __builtin_isfinite(x) ? (type)logarithm##suffix(x) : x * x;                             \
    }                                                                                                  \
    MODEL type nextafter##suffix(type x, type y) {                                                     \
        union {                                                                                        \
            type value;                                                                                \
            word bits;                                                                                 \
        } u = {x};                                                                                     \
        if (__builtin_isnan(x) || __builtin_isnan(y)) return x + y;                                    \
        if (x == y) return y;                                                                          \
        if (x == 0) {                                                                                  \
            u.bits = 1;                                                                                \
            return __builtin_copysign##suffix(u.value, y);                                             \
        }                                                                                              \
        u.bits += (x < y) == (x > 0) ? 1 : (word)-1;                                                   \
        return u.value;                                                                                \
    }

BITWISE(float, f, unsigned, 23, 127)
BITWISE(double, , unsigned long long, 52, 1023)

/* ---- Powers, where they are exact ---- */

/* How the result of a power is known: it is the value that is returned, or that would have to be rounded. */
enum { EXACT_POWER, ROUNDED_POWER };

/* An odd number times 2^exponent. */
static double scaled(unsigned long long odd, int exponent) {
    union {
        unsigned long long bits;
        double value;
    } u = {0};
    int top = 63 - __builtin_clzll(odd);
    if (top + exponent >= -1022)
        u.bits = (odd << (52 - top) & ((1ULL << 52) - 1)) | (unsigned long long)(top + exponent + 1023) << 52;
    else
        u.bits = odd << (exponent + 1074);
    return u.value;
}

/* x^n for a finite x > 0 and n > 0, or 1 / x^n. */
static double integer_power(double x, int n, int inverse, int *known) {
    union {
        double value;
        unsigned long long bits;
    } u = {x};
    int exponent = (int)(u.bits >> 52);
    unsigned long long odd = u.bits & ((1ULL << 52) - 1);
    if (exponent != 0)
        odd |= 1ULL << 52;
    else
        exponent = 1;
    exponent -= 1075;
    int even = __builtin_ctzll(odd);
    odd >>= even;
    exponent += even;
    *known = ROUNDED_POWER;
    unsigned long long power = 1;
    for (int i = 0; i < n && odd != 1; i++) {
        if (__builtin_mul_overflow(power, odd, &power) || power >> 53 != 0) return 0;
    }
    if (inverse && odd != 1) return 0;
    exponent *= inverse ? -n : n;
    int top = 63 - __builtin_clzll(power);
    if (exponent < -1074) return 0;
    *known = EXACT_POWER;
    if (top + exponent <= 1023) return scaled(power, exponent);
    __bmc_set_errno(ERANGE);
    return __builtin_inf();
}

static double any_double(void) {
    unsigned long long bits = __VERIFIER_nondet_ulonglong();
    double value;
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}

/* A power of finite numbers, of a negative one by an integer: on the right side of 1. */
static double guessed_power(double x, double y, int is_odd) {
    double size = x < 0 ? -x : x;
    __bmc_guess();
    double result = any_double();
    if ((size > 1) == (y > 0))
        __bmc_assume(result >= 1);
    else
        __bmc_assume(result >= 0 && result <= 1);
    if (__builtin_isinf(result) || (result < 0x1p-1022 && __VERIFIER_nondet_bool())) __bmc_set_errno(ERANGE);
    return x < 0 && is_odd ? -result : result;
}

static double power(double x, double y) {
    if (y == 0 || x == 1) return 1;
    if (__builtin_isnan(x) || __builtin_isnan(y)) return x + y;
    if (y == 1) return x;
    double size = x < 0 ? -x : x;
    if (__builtin_isinf(y)) return size == 1 ? 1 : (size > 1) == (y > 0) ? __builtin_inf() : 0;
    /* All numbers from 2^53 on are even. */
    int is_large = y >= 0x1p53 || y <= -0x1p53;
    long long n = is_large ? 0 : (long long)y;
    int is_integer = is_large || (double)n == y, is_odd = is_integer && n % 2 != 0;
    if (x == 0) {
        double result = is_odd ? x : 0;
        if (y > 0) return result;
        __bmc_set_errno(ERANGE);
        return 1 / result;
    }
    if (__builtin_isinf(x)) {
        double result = y > 0 ? __builtin_inf() : 0;
        return x < 0 && is_odd ? -result : result;
    }
    if (x < 0 && !is_integer) {
        __bmc_set_errno(EDOM);
        return __builtin_nan("");
    }
    if (size == 1) return is_odd ? x : 1;
    if (!__bmc_is_known_number(x) || !__bmc_is_known_number(y)) return guessed_power(x, y, is_odd);
    int known = ROUNDED_POWER;
    double result = 0;
    if (is_integer && n >= -1100 && n <= 1100 && n != 0)
        result = integer_power(size, (int)(n < 0 ? -n : n), n < 0, &known);
    if (known != EXACT_POWER) __bmc_unsupported("a power that is rounded");
    return x < 0 && is_odd ? -result : result;
}

MODEL double pow(double x, double y) { return power(x, y); }

MODEL float powf(float x, float y) {
    double wide = power(x, y);
    float result = (float)wide;
    if (!__builtin_isnan(wide) && (double)result != wide) {
        if (__bmc_is_known_number(x) && __bmc_is_known_number(y) && wide < 0x1p128 && wide > -0x1p128) __bmc_unsupported("a power that is rounded");
        __bmc_set_errno(ERANGE);
    }
    return result;
}

/* ---- Logarithms of powers of two, by which the headers of C++ tell how many bits a generator of random numbers gives ---- */

#if __LDBL_MANT_DIG__ == 64
MODEL long double logl(long double x) {
    union {
        long double value;
        struct {
            uint64_t significand;
            unsigned short exponent;
        } bits;
    } of = {x};
    int exponent = of.bits.exponent;
    if (of.bits.significand != 1ULL << 63 || exponent == 0 || exponent >= 0x7fff)
        __bmc_unsupported("a logarithm that is rounded");
    /* As x86 computes it. */
    return 0x1.62e42fefa39ef358p-1L * (exponent - 0x3fff);
}
#endif

/* ---- Lengths, where these are exact: glibc computes them so ---- */

static double length(double x, double y) {
    _Bool signals = __builtin_isfpclass(x, 1) || __builtin_isfpclass(y, 1);
    if (!signals && (__builtin_isinf(x) || __builtin_isinf(y))) return __builtin_inf();
    if (__builtin_isnan(x) || __builtin_isnan(y)) return x + y;
    if (x == 0 || y == 0) return __builtin_fabs(x == 0 ? y : x);
    /* Squares of numbers that fit `float` are exact; then there is what the sum loses. */
    double a = x * x, b = y * y, sum = a + b, added = sum - a, root = __builtin_elementwise_sqrt(sum);
    double lost = (a - (sum - added)) + (b - added);
    if ((float)x != x || (float)y != y || lost != 0 || (float)root != root || root * root != sum)
        __bmc_unsupported("a length that is rounded");
    return root;
}

MODEL double hypot(double x, double y) { return length(x, y); }
MODEL float hypotf(float x, float y) { return (float)length(x, y); }
MODEL double cabs(double _Complex z) { return length(__real__ z, __imag__ z); }
MODEL float cabsf(float _Complex z) { return (float)length(__real__ z, __imag__ z); }
