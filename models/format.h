/* Conversion specifications, shared by printf.c and scanf.c. */
#ifndef BMC_FORMAT_H
#define BMC_FORMAT_H
#include "bmc.h"

#define va_start __builtin_va_start
#define va_arg __builtin_va_arg
#define va_copy __builtin_va_copy
#define va_end __builtin_va_end

/* Wrapped, so that a function can take arguments for its caller under both data models. */
struct arguments {
    va_list list;
};

enum length { INT, CHAR, SHORT, LONG, LONG_LONG, MAX, SIZE, DIFFERENCE, LONG_DOUBLE };

/* Reads hh, h, l, ll, q, j, z, t or L. */
static inline enum length __bmc_length(const char **place) {
    const char *f = *place;
    enum length length = INT;
    switch (*f) {
    case 'h': length = f[1] == 'h' ? CHAR : SHORT; break;
    case 'l': length = f[1] == 'l' ? LONG_LONG : LONG; break;
    case 'q': length = LONG_LONG; break;
    case 'j': length = MAX; break;
    case 'z':
    case 'Z': length = SIZE; break;
    case 't': length = DIFFERENCE; break;
    case 'L': length = LONG_DOUBLE; break;
    default: return INT;
    }
    *place = f + 1 + ((*f == 'h' || *f == 'l') && f[1] == *f);
    return length;
}

/* Finds out whether a call reads what it writes. It goes through one string from `start` on (null: through none), which printf
 * writes and scanf reads; `first` is the distance from `start` to the first byte that it accesses in the opposite way. */
struct walk {
    const void *start;
    size_t first;
};

static inline struct walk __bmc_walk(const void *start) {
    struct walk walk = {start, SIZE_MAX};
    return walk;
}

/* The call has gone through `done` bytes. */
static inline void __bmc_walked(const struct walk *walk, size_t done) {
    if (walk->first < done) __bmc_overlap();
}

/* The call accesses these bytes in the opposite way. */
static inline void __bmc_beside(struct walk *walk, const void *p, size_t size) {
    if (walk->start == NULL || size == 0 || !__bmc_same_object(walk->start, p)) return;
    size_t start = __bmc_offset(walk->start), at = __bmc_offset(p);
    if (at + size <= start) return;
    size_t distance = at > start ? at - start : 0;
    if (distance < walk->first) walk->first = distance;
}

/* Bodies of functions that pass their arguments on: `call` uses `arguments`. */
#define WITH_LIST(list, call)     \
    struct arguments arguments;   \
    va_copy(arguments.list, list); \
    int result = call;            \
    va_end(arguments.list);       \
    return result

#define WITH_ARGUMENTS(last, call)   \
    struct arguments arguments;      \
    va_start(arguments.list, last);  \
    int result = call;               \
    va_end(arguments.list);          \
    return result

#endif
