/* fenv.h, and of math.h what clang leaves to the library: classification under glibc's names, and functions whose result
 * the formats fix. What IEEE 754 leaves to the library's accuracy (pow, sin, ...) the engines call unsupported. */
#include "bmc.h"

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
