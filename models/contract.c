/* What a harness for the contract of a function is made of (`src/frontend/dialect/harness.rs`), and the frame of that function:
 * `src/analysis/frame.rs` makes each write and each release of memory call these functions. */
#include "bmc.h"

/* What is going on: nothing of a contract; what the contract requires is assumed; the function runs; what the contract ensures is
 * asserted. */
enum { __bmc_contract_outside, __bmc_contract_assumes, __bmc_contract_runs, __bmc_contract_asserts };
static int __bmc_contract_phase;

/* Where the function may write. */
static struct {
    const void *at;
    size_t size;
} __bmc_contract_slices[64];
static unsigned __bmc_contract_slice_count;

/* What it may free. */
static const void *__bmc_contract_freeable[64];
static unsigned __bmc_contract_freeable_count;

/* Its parameters. */
static void *__bmc_contract_parameters[64];
static unsigned __bmc_contract_parameter_count;

/* One of the objects that were said to be fresh when the function had returned. Nobody knows which one, so it stands for each. */
static const void *__bmc_contract_watched;

/* ---- What a harness calls, in this order ---- */

MODEL void __bmc_contract_begin(void) {
    __bmc_contract_phase = __bmc_contract_assumes;
}

MODEL void __bmc_contract_parameter(void *place) {
    if (__bmc_contract_parameter_count == 64)
        __bmc_unsupported("a contract with so many parameters");
    __bmc_contract_parameters[__bmc_contract_parameter_count++] = place;
}

/* The function may write these bytes, unless the pointer is null. */
MODEL void __bmc_contract_assigns(const void *at, size_t size) {
    if (__bmc_contract_slice_count == 64)
        __bmc_unsupported("a contract with so many targets");
    if (at && size > 0)
        __bmc_check_write((void *)at, size);
    __bmc_contract_slices[__bmc_contract_slice_count].at = at;
    __bmc_contract_slices[__bmc_contract_slice_count].size = at ? size : 0;
    __bmc_contract_slice_count++;
}

MODEL void __bmc_contract_frees(const void *p) {
    if (__bmc_contract_freeable_count == 64)
        __bmc_unsupported("a contract with so many targets");
    __bmc_contract_freeable[__bmc_contract_freeable_count++] = p;
}

MODEL void __bmc_contract_call(void) {
    __bmc_contract_phase = __bmc_contract_runs;
}

MODEL void __bmc_contract_return(void) {
    __bmc_contract_phase = __bmc_contract_asserts;
}

/* ---- What the function does ---- */

/* It has written there. What it has made itself, and local variables, it may write. */
MODEL void __bmc_contract_wrote(const void *p, size_t size) {
    if (__bmc_contract_phase == __bmc_contract_outside || size == 0 || !__bmc_is_given(p))
        return;
    if (__bmc_contract_phase != __bmc_contract_runs)
        __bmc_unsupported("a clause of a contract that writes");
    size_t at = __bmc_offset(p);
    _Bool allowed = 0;
    for (unsigned k = 0; k < __bmc_contract_slice_count; k++) {
        const void *slice = __bmc_contract_slices[k].at;
        size_t most = __bmc_contract_slices[k].size;
        if (__bmc_same_object(slice, p)) {
            size_t from = __bmc_offset(slice);
            allowed |= from <= at && size <= most && at - from <= most - size;
        }
    }
    __bmc_assert(allowed, "assigns");
}

/* It has freed that. */
MODEL void __bmc_contract_freed(const void *p) {
    if (__bmc_contract_phase == __bmc_contract_outside || !__bmc_is_given(p))
        return;
    if (__bmc_contract_phase != __bmc_contract_runs)
        __bmc_unsupported("a clause of a contract that frees");
    _Bool allowed = 0;
    for (unsigned k = 0; k < __bmc_contract_freeable_count; k++)
        if (__bmc_same_object(__bmc_contract_freeable[k], p))
            allowed = 1;
    __bmc_assert(allowed, "frees");
}

/* It has called what a pointer leads to, where that may be a function of the engine that writes or frees. */
MODEL void __bmc_contract_called(void) {
    if (__bmc_contract_phase != __bmc_contract_outside)
        __bmc_unsupported("a contract where a pointer may lead to a function that frees or copies");
}

/* ---- What is assumed of pointers. Their variables become such pointers ---- */

/* Only a variable that others read as well can become one. */
static void __bmc_contract_binds(void *place, const char *what) {
    _Bool known = __bmc_is_given(place);
    for (unsigned k = 0; k < __bmc_contract_parameter_count; k++)
        known |= place == __bmc_contract_parameters[k];
    if (!known)
        __bmc_unsupported(what);
    /* The variable holds a pointer, and not bytes, whether it is set or not. */
    void *was = *(void **)place;
    *(void **)place = was;
}

/* The pointer is that to an object of its own, or is something else. */
MODEL _Bool __bmc_contract_fresh(void *place, size_t size) {
    __bmc_contract_binds(place, "__CPROVER_is_fresh of a copy of a pointer");
    if (__bmc_choose(2))
        return 0;
    void *object = __bmc_given(size);
    __bmc_assume(object != NULL);
    *(void **)place = object;
    return 1;
}

MODEL _Bool __bmc_contract_equals(void *place, const void *p) {
    __bmc_contract_binds(place, "__CPROVER_pointer_equals of a copy of a pointer");
    if (__bmc_choose(2))
        return 0;
    *(const void **)place = p;
    return 1;
}

MODEL _Bool __bmc_contract_between(const void *low, void *place, const void *high) {
    __bmc_contract_binds(place, "__CPROVER_pointer_in_range_dfcc of a copy of a pointer");
    size_t from = __bmc_offset(low), to = __bmc_offset(high), further;
    __bmc_assert(low && __bmc_same_object(low, high) && from <= to, "a range of pointers");
    if (__bmc_choose(2))
        return 0;
    __bmc_havoc(&further, sizeof further);
    __bmc_assume(further <= to - from);
    *(const char **)place = (const char *)low + further;
    return 1;
}

/* ---- The same words where they are asserted ---- */

static void __bmc_contract_asks(const char *what, const char *copy) {
    if (__bmc_contract_phase == __bmc_contract_assumes)
        __bmc_unsupported(copy);
    if (__bmc_contract_phase != __bmc_contract_asserts)
        __bmc_unsupported(what);
}

/* The start of an object that the function has made, and another one than those before. */
MODEL _Bool __CPROVER_is_fresh(const void *p, size_t size) {
    __bmc_contract_asks("__CPROVER_is_fresh", "__CPROVER_is_fresh of a copy of a pointer");
    if (!__bmc_is_heap(p) || __bmc_is_given(p) || __bmc_offset(p) != 0 || !__bmc_readable(p, size))
        return 0;
    if (__bmc_contract_watched)
        return !__bmc_same_object(__bmc_contract_watched, p);
    if (__bmc_choose(2))
        __bmc_contract_watched = p;
    return 1;
}

MODEL _Bool __CPROVER_pointer_equals(const void *p, const void *q) {
    __bmc_contract_asks("__CPROVER_pointer_equals", "__CPROVER_pointer_equals of a copy of a pointer");
    return p == q;
}

MODEL _Bool __CPROVER_pointer_in_range_dfcc(const void *low, const void *p, const void *high) {
    __bmc_contract_asks("__CPROVER_pointer_in_range_dfcc", "__CPROVER_pointer_in_range_dfcc of a copy of a pointer");
    size_t from = __bmc_offset(low), at = __bmc_offset(p), to = __bmc_offset(high);
    __bmc_assert(__bmc_readable(low, 0) && __bmc_same_object(low, high) && from <= to, "a range of pointers");
    return __bmc_same_object(low, p) && from <= at && at <= to;
}

/* Null, or what `free` takes. */
MODEL _Bool __CPROVER_is_freeable(const void *p) {
    if (__bmc_contract_phase != __bmc_contract_assumes && __bmc_contract_phase != __bmc_contract_asserts)
        __bmc_unsupported("__CPROVER_is_freeable");
    return p == NULL || (__bmc_is_heap(p) && __bmc_readable(p, 0) && __bmc_offset(p) == 0);
}

/* The start of an object that was there before, and no longer is. */
MODEL _Bool __CPROVER_was_freed(const void *p) {
    __bmc_contract_asks("__CPROVER_was_freed", "__CPROVER_was_freed");
    return __bmc_is_given(p) && !__bmc_readable(p, 0);
}
