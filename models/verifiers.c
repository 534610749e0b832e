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

/* What these ask for changes no run. */
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

MODEL void sea_printf(const char *format, ...) {}

/* ---- SMACK ---- */

MODEL void __SMACK_dummy(int x) {}

#pragma clang diagnostic pop
