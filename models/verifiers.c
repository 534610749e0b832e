/* Words of KLEE (`klee/klee.h`), SeaHorn (`seahorn/seahorn.h`) and SMACK (`smack.h`), as far as they are functions of C.
 * Assertions, assumptions and inputs are in `src/semantics/natives.rs`. */
#include "bmc.h"

/* Many of these functions ignore what they are told. */
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunused-parameter"

static inline int any_int(void) {
    int x;
    __bmc_havoc(&x, sizeof x);
    return x;
}

/* ---- KLEE ---- */

MODEL void klee_make_symbolic(void *p, size_t size, const char *name) {
    __bmc_check_write(p, size);
    __bmc_havoc(p, size);
}

MODEL void klee_assume(uintptr_t condition) {
    __bmc_assume(condition != 0);
}

MODEL int klee_int(const char *name) {
    return any_int();
}

/* Any number from `begin` to before `end`. */
MODEL int klee_range(int begin, int end, const char *name) {
    if (begin >= end)
        __bmc_unsupported("klee_range without a number");
    int x = any_int();
    __bmc_assume(begin <= x && x < end);
    return x;
}

/* Any number below `count`. */
MODEL uintptr_t klee_choose(uintptr_t count) {
    if (count == 0)
        __bmc_unsupported("klee_choose without a number");
    uintptr_t x;
    __bmc_havoc(&x, sizeof x);
    __bmc_assume(x < count);
    return x;
}

MODEL void klee_check_memory_access(const void *p, size_t size) {
    __bmc_check_read(p, size);
}

MODEL void klee_silent_exit(int status) {
    __bmc_end_path();
}

MODEL void klee_report_error(const char *file, int line, const char *message, const char *suffix) {
    __bmc_assert(0, "klee_report_error");
    __bmc_end_path();
}

/* Where the program is executed, a value is the one that it has there. */
#define KLEE_VALUE(suffix, type) \
    MODEL type klee_get_value##suffix(type x) { \
        return x; \
    }
KLEE_VALUE(f, float)
KLEE_VALUE(d, double)
KLEE_VALUE(l, long)
KLEE_VALUE(ll, long long)
KLEE_VALUE(_i32, int)
KLEE_VALUE(_i64, long long)

/* The size of the object that begins there; KLEE takes anything else for an error. */
MODEL size_t klee_get_obj_size(void *p) {
    __bmc_assert(__bmc_readable(p, 0) && __bmc_offset(p) == 0, "klee_get_obj_size of no object");
    return __bmc_object_size(p);
}

MODEL unsigned klee_is_replay(void) {
    return 0;
}

/* What these ask for changes no run. */
MODEL void klee_stack_trace(void) {}
MODEL void klee_prefer_cex(void *p, uintptr_t condition) {}
MODEL void klee_posix_prefer_cex(void *p, uintptr_t condition) {}
MODEL void klee_mark_global(void *p) {}
MODEL void klee_open_merge(void) {}
MODEL void klee_close_merge(void) {}
MODEL void klee_set_forking(unsigned enable) {}
MODEL void klee_warning(const char *message) {}
MODEL void klee_warning_once(const char *message) {}
MODEL void klee_print_expr(const char *message, ...) {}
MODEL void klee_print_range(const char *name, int x) {}

/* ---- SeaHorn ---- */

MODEL void memhavoc(void *p, size_t size) {
    __bmc_check_write(p, size);
    __bmc_havoc(p, size);
}

MODEL _Bool sea_is_dereferenceable(const void *p, ptrdiff_t size) {
    return size >= 0 && __bmc_readable(p, (size_t)size);
}

MODEL void sea_assert_if(_Bool condition, _Bool holds) {
    __bmc_assert(!condition || holds, "sea_assert_if");
}

MODEL void __VERIFIER_assert_not(_Bool condition) {
    __bmc_assert(!condition, "__VERIFIER_assert_not");
}

MODEL void __VERIFIER_assert_if(_Bool condition, _Bool holds) {
    __bmc_assert(!condition || holds, "__VERIFIER_assert_if");
}

MODEL void sea_printf(const char *format, ...) {}

/* What is tracked is only asked for by `sea_is_modified`, which is not supported. */
MODEL void sea_tracking_on(void) {}
MODEL void sea_tracking_off(void) {}
MODEL void sea_reset_modified(char *p) {}

/* ---- SMACK ---- */

MODEL void __SMACK_dummy(int x) {}

MODEL void __SMACK_check_overflow(int overflows) {
    __bmc_assert(!overflows, "__SMACK_check_overflow");
}

/* Not those of 64 bits: SMACK cuts their operands to 32 bits, unless it is told to compute with bit-vectors. */
#define SMACK_BITS(bits, type) \
    MODEL type __SMACK_and##bits(type x, type y) { \
        return (type)(x & y); \
    } \
    MODEL type __SMACK_or##bits(type x, type y) { \
        return (type)(x | y); \
    }
SMACK_BITS(32, int)
SMACK_BITS(16, short)
SMACK_BITS(8, char)

#pragma clang diagnostic pop
