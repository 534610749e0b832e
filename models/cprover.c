/* Words of CBMC (`cprover_builtin_headers.h`, `api.md`), as far as they are functions of C. Those that the engines
 * implement are in `src/semantics/natives.rs`; those that depend on types are in `src/frontend/dialect/words.rs`. */
#include "bmc.h"

/* ---- Objects ---- */

static inline char *start_of(const void *p) {
    return (char *)p - __bmc_offset(p);
}

/* All bytes of the object become any. */
MODEL void __CPROVER_havoc_object(void *p) {
    size_t size = __bmc_object_size(p);
    __bmc_check_write(p, 1);
    __bmc_havoc(start_of(p), size);
}

/* The three lead into one object, and the second lies between the others. */
MODEL _Bool __CPROVER_pointer_in_range(const void *low, const void *p, const void *high) {
    return __bmc_same_object(low, p) && __bmc_same_object(p, high) && __bmc_offset(low) <= __bmc_offset(p) &&
           __bmc_offset(p) <= __bmc_offset(high);
}

/* ---- Reads whose pointer is not to be checked: bytes that cannot be read are any ---- */

#define PEEK(bits, type) \
    MODEL type __bmc_peek##bits(const void *p) { \
        type value; \
        if (__bmc_readable(p, sizeof value)) { \
            __builtin_memcpy(&value, p, sizeof value); \
            return value; \
        } \
        unsigned char bytes[sizeof value]; \
        __bmc_havoc(bytes, sizeof bytes); \
        for (size_t i = 0; i < sizeof value && __bmc_readable(p, i + 1); i++) \
            bytes[i] = ((const unsigned char *)p)[i]; \
        __builtin_memcpy(&value, bytes, sizeof value); \
        return value; \
    }
PEEK(8, unsigned char)
PEEK(16, unsigned short)
PEEK(32, unsigned)
PEEK(64, unsigned long long)

/* ---- Arrays, from the pointer to the end of its object ---- */

/* What `to` leads to is overwritten, by any values where the other array is shorter. */
MODEL void __CPROVER_array_copy(const void *to, const void *from) {
    size_t size = __bmc_room(to), other = __bmc_room(from);
    __bmc_check_write((void *)to, size);
    if (other < size) {
        memmove((void *)to, from, other);
        __bmc_havoc((char *)to + other, size - other);
    } else {
        memmove((void *)to, from, size);
    }
}

/* So many bytes are overwritten as the other array has. */
MODEL void __CPROVER_array_replace(const void *to, const void *from) {
    memmove((void *)to, from, __bmc_room(from));
}

MODEL _Bool __CPROVER_array_equal(const void *p, const void *q) {
    size_t size = __bmc_room(p);
    const unsigned char *x = p, *y = q;
    if (size != __bmc_room(q))
        return 0;
    for (size_t i = 0; i < size; i++)
        if (x[i] != y[i])
            return 0;
    return 1;
}

/* Each element of that size becomes a copy of one; what `__CPROVER_array_set` becomes. */
MODEL void __bmc_array_set(const void *to, const void *element, size_t each) {
    size_t size = __bmc_room(to);
    __bmc_check_write((void *)to, 1);
    if (each == 1) {
        memset((void *)to, *(const unsigned char *)element, size);
        return;
    }
    for (size_t i = 0; size - i >= each; i += each)
        memcpy((char *)to + i, element, each);
}

/* ---- Numbers ---- */

#define FLOATS(suffix, type, infinity, smallest)                                                                       \
    MODEL _Bool __CPROVER_isnan##suffix(type x) {                                                                      \
        return x != x;                                                                                                 \
    }                                                                                                                  \
    MODEL _Bool __CPROVER_isinf##suffix(type x) {                                                                      \
        return x == (infinity) || x == -(infinity);                                                                    \
    }                                                                                                                  \
    MODEL _Bool __CPROVER_isfinite##suffix(type x) {                                                                   \
        return x - x == 0;                                                                                             \
    }                                                                                                                  \
    MODEL _Bool __CPROVER_isnormal##suffix(type x) {                                                                   \
        return x - x == 0 && (x >= (smallest) || x <= -(smallest));                                                    \
    }                                                                                                                  \
    MODEL _Bool __CPROVER_sign##suffix(type x) {                                                                       \
        return __builtin_signbit(x) != 0;                                                                              \
    }

FLOATS(f, float, __builtin_inff(), __FLT_MIN__)
FLOATS(d, double, __builtin_inf(), __DBL_MIN__)
FLOATS(ld, long double, __builtin_infl(), __LDBL_MIN__)

#define COMPARISONS(suffix, type)                                                                                      \
    MODEL int __CPROVER_isgreater##suffix(type x, type y) {                                                            \
        return x > y;                                                                                                  \
    }                                                                                                                  \
    MODEL int __CPROVER_isgreaterequal##suffix(type x, type y) {                                                       \
        return x >= y;                                                                                                 \
    }                                                                                                                  \
    MODEL int __CPROVER_isless##suffix(type x, type y) {                                                               \
        return x < y;                                                                                                  \
    }                                                                                                                  \
    MODEL int __CPROVER_islessequal##suffix(type x, type y) {                                                          \
        return x <= y;                                                                                                 \
    }                                                                                                                  \
    MODEL int __CPROVER_islessgreater##suffix(type x, type y) {                                                        \
        return x < y || x > y;                                                                                         \
    }                                                                                                                  \
    MODEL int __CPROVER_isunordered##suffix(type x, type y) {                                                          \
        return x != x || y != y;                                                                                       \
    }

COMPARISONS(f, float)
COMPARISONS(d, double)

MODEL float __CPROVER_inff(void) {
    return __builtin_inff();
}
MODEL double __CPROVER_inf(void) {
    return __builtin_inf();
}
MODEL long double __CPROVER_infl(void) {
    return __builtin_infl();
}

/* The absolute value of the least integer is itself, as there is no other. */
MODEL int __CPROVER_abs(int x) {
    return x < 0 ? (int)-(unsigned)x : x;
}
MODEL long __CPROVER_labs(long x) {
    return x < 0 ? (long)-(unsigned long)x : x;
}
MODEL long long __CPROVER_llabs(long long x) {
    return x < 0 ? (long long)-(unsigned long long)x : x;
}
MODEL float __CPROVER_fabsf(float x) {
    return __builtin_fabsf(x);
}
MODEL double __CPROVER_fabs(double x) {
    return __builtin_fabs(x);
}
MODEL long double __CPROVER_fabsl(long double x) {
    return __builtin_fabsl(x);
}
