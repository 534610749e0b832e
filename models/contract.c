/* What a harness for the contract of a function is made of (`src/frontend/dialect/harness.rs`), and the frame of that function:
 * `src/analysis/frame.rs` makes each write and each release of memory call these functions. And what is called instead of a
 * function that is replaced by its contract (`src/frontend/dialect/promise.rs`). */
#include "bmc.h"

void *__CPROVER_allocate(size_t size, _Bool zero);

/* What is going on: nothing of a contract; what the contract requires is assumed; the function runs; what the contract ensures is
 * asserted. In a call that is replaced by a contract: what that requires is asserted; what it ensures is assumed. */
enum {
    __bmc_contract_outside,
    __bmc_contract_assumes,
    __bmc_contract_runs,
    __bmc_contract_asserts,
    __bmc_contract_needs,
    __bmc_contract_promises
};
static int __bmc_contract_phase;

/* What was going on before such a call: nothing, or the function runs that is checked. */
static int __bmc_contract_before;

/* Where the function may write. */
struct slice {
    const void *at;
    size_t size;
};
static struct slice __bmc_contract_slices[64];
static unsigned __bmc_contract_slice_count;

/* What it may free. */
static const void *__bmc_contract_freeable[64];
static unsigned __bmc_contract_freeable_count;

/* Its parameters. */
static void *__bmc_contract_parameters[64];
static unsigned __bmc_contract_parameter_count;

/* One of the objects that are said to be fresh where that is asserted. Nobody knows which one, so it stands for each. */
static const void *__bmc_contract_watched;
static size_t __bmc_contract_watched_size;

/* What a replaced call has written, its result included, and what it has freed. Between such calls there is nothing. */
static struct slice __bmc_contract_written[64];
static unsigned __bmc_contract_written_count;
static const void *__bmc_contract_released[64];
static unsigned __bmc_contract_released_count;

/* ---- What a harness calls, in this order ---- */

MODEL void __bmc_contract_begin(void) {
    int number;
    __bmc_havoc(&number, sizeof number);
    __bmc_set_errno(number);
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

/* Asserts that it may write these bytes, unless it has made them itself. */
static void __bmc_contract_frame(const void *p, size_t size) {
    if (!__bmc_is_given(p))
        return;
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

/* It has written there. In clauses of a replaced call nothing is written but their own variables, which are not told of. */
MODEL void __bmc_contract_wrote(const void *p, size_t size) {
    if (__bmc_contract_phase == __bmc_contract_outside || size == 0)
        return;
    _Bool replaced = __bmc_contract_phase >= __bmc_contract_needs;
    if (replaced || (__bmc_contract_phase != __bmc_contract_runs && __bmc_is_given(p)))
        __bmc_unsupported("a clause of a contract that writes");
    if (__bmc_contract_phase == __bmc_contract_runs)
        __bmc_contract_frame(p, size);
}

/* Asserts that it may free that, unless it has made it itself. */
static void __bmc_contract_may_end(const void *p) {
    if (!__bmc_is_given(p))
        return;
    _Bool allowed = 0;
    for (unsigned k = 0; k < __bmc_contract_freeable_count; k++)
        if (__bmc_same_object(__bmc_contract_freeable[k], p))
            allowed = 1;
    __bmc_assert(allowed, "frees");
}

/* It has freed that. */
MODEL void __bmc_contract_freed(const void *p) {
    if (__bmc_contract_phase == __bmc_contract_outside)
        return;
    _Bool replaced = __bmc_contract_phase >= __bmc_contract_needs;
    if (replaced || (__bmc_contract_phase != __bmc_contract_runs && __bmc_is_given(p)))
        __bmc_unsupported("a clause of a contract that frees");
    if (__bmc_contract_phase == __bmc_contract_runs)
        __bmc_contract_may_end(p);
}

/* It has called what a pointer leads to, where that may be a function of the engine that writes or frees. */
MODEL void __bmc_contract_called(void) {
    if (__bmc_contract_phase != __bmc_contract_outside)
        __bmc_unsupported("a contract where a pointer may lead to a function that frees or copies");
}

/* Whether a pointer leads between two others into the same object. */
static _Bool __bmc_contract_is_between(const void *low, const void *p, const void *high) {
    size_t from = __bmc_offset(low), at = __bmc_offset(p), to = __bmc_offset(high);
    __bmc_assert(__bmc_readable(low, 0) && __bmc_same_object(low, high) && from <= to, "a range of pointers");
    return __bmc_same_object(low, p) && from <= at && at <= to;
}

/* ---- What is assumed of pointers. Their variables become such pointers ---- */

/* Whether a variable is one that the replaced call has written. */
static _Bool __bmc_contract_is_written(const void *place) {
    _Bool is = 0;
    size_t at = __bmc_offset(place);
    for (unsigned k = 0; k < __bmc_contract_written_count; k++) {
        const struct slice *slice = &__bmc_contract_written[k];
        if (__bmc_same_object(slice->at, place)) {
            size_t from = __bmc_offset(slice->at);
            is |= from <= at && sizeof(void *) <= slice->size && at - from <= slice->size - sizeof(void *);
        }
    }
    return is;
}

/* Only a variable that others read as well can become one. */
static void __bmc_contract_binds(void *place, const char *what) {
    _Bool known = 0;
    if (__bmc_contract_phase == __bmc_contract_promises) {
        known = __bmc_contract_is_written(place);
    } else {
        known = __bmc_is_given(place);
        for (unsigned k = 0; k < __bmc_contract_parameter_count; k++)
            known |= place == __bmc_contract_parameters[k];
    }
    if (!known)
        __bmc_unsupported(what);
    /* The variable holds a pointer, and not bytes, whether it is set or not. */
    void *was = *(void **)place;
    *(void **)place = was;
}

/* Copies any bytes, pointers from outside of the program among them. */
static void __bmc_contract_copies(void *to, size_t size) {
    void *any = __bmc_given(size);
    __bmc_assume(any != NULL);
    memcpy(to, any, size);
    free(any);
}

/* The pointer is that to an object of its own, or is something else. */
MODEL _Bool __bmc_contract_fresh(void *place, size_t size) {
    __bmc_contract_binds(place, "__CPROVER_is_fresh of a copy of a pointer");
    if (__bmc_choose(2))
        return 0;
    /* A replaced call has made it, so that it was not there before. */
    _Bool made = __bmc_contract_phase == __bmc_contract_promises;
    void *object = made ? __CPROVER_allocate(size, 0) : __bmc_given(size);
    __bmc_assume(object != NULL);
    if (made)
        __bmc_contract_copies(object, size);
    *(void **)place = object;
    return 1;
}

/* Whether a condition is only evaluated: it is about a pointer that the replaced call leaves as it is. */
static _Bool __bmc_contract_evaluates(void *place) {
    return __bmc_contract_phase == __bmc_contract_promises && !__bmc_contract_is_written(place);
}

MODEL _Bool __bmc_contract_equals(void *place, const void *p) {
    if (__bmc_contract_evaluates(place))
        return *(void **)place == p;
    __bmc_contract_binds(place, "__CPROVER_pointer_equals of a copy of a pointer");
    if (__bmc_choose(2))
        return 0;
    *(const void **)place = p;
    return 1;
}

MODEL _Bool __bmc_contract_between(const void *low, void *place, const void *high) {
    if (__bmc_contract_evaluates(place))
        return __bmc_contract_is_between(low, *(void **)place, high);
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
    if (__bmc_contract_phase == __bmc_contract_assumes || __bmc_contract_phase == __bmc_contract_promises)
        __bmc_unsupported(copy);
    if (__bmc_contract_phase != __bmc_contract_asserts && __bmc_contract_phase != __bmc_contract_needs)
        __bmc_unsupported(what);
}

/* The start of an object that the function has made, and another one than those before. What a replaced call requires may have
 * been there before, and be a part of an object that another one is a part of. */
MODEL _Bool __CPROVER_is_fresh(const void *p, size_t size) {
    __bmc_contract_asks("__CPROVER_is_fresh", "__CPROVER_is_fresh of a copy of a pointer");
    _Bool made = __bmc_contract_phase == __bmc_contract_asserts;
    if (made && (!__bmc_is_heap(p) || __bmc_is_given(p) || __bmc_offset(p) != 0))
        return 0;
    if (!__bmc_readable(p, size))
        return 0;
    if (__bmc_contract_watched) {
        size_t at = __bmc_offset(p), other = __bmc_offset(__bmc_contract_watched);
        _Bool apart = at < other ? size <= other - at : __bmc_contract_watched_size <= at - other;
        return !__bmc_same_object(__bmc_contract_watched, p) || (!made && apart);
    }
    if (__bmc_choose(2)) {
        __bmc_contract_watched = p;
        __bmc_contract_watched_size = size;
    }
    return 1;
}

MODEL _Bool __CPROVER_pointer_equals(const void *p, const void *q) {
    __bmc_contract_asks("__CPROVER_pointer_equals", "__CPROVER_pointer_equals of a copy of a pointer");
    return p == q;
}

MODEL _Bool __CPROVER_pointer_in_range_dfcc(const void *low, const void *p, const void *high) {
    __bmc_contract_asks("__CPROVER_pointer_in_range_dfcc", "__CPROVER_pointer_in_range_dfcc of a copy of a pointer");
    return __bmc_contract_is_between(low, p, high);
}

/* Null, or what `free` takes. */
MODEL _Bool __CPROVER_is_freeable(const void *p) {
    if (__bmc_contract_phase == __bmc_contract_outside || __bmc_contract_phase == __bmc_contract_runs)
        __bmc_unsupported("__CPROVER_is_freeable");
    return p == NULL || (__bmc_is_heap(p) && __bmc_readable(p, 0) && __bmc_offset(p) == 0);
}

/* Whether the replaced call has freed the object of a pointer. */
static _Bool __bmc_contract_has_ended(const void *p) {
    _Bool has = 0;
    for (unsigned k = 0; k < __bmc_contract_released_count; k++)
        has |= __bmc_contract_released[k] != NULL && __bmc_same_object(__bmc_contract_released[k], p);
    return has;
}

/* The start of an object that was there before, and no longer is. */
MODEL _Bool __CPROVER_was_freed(const void *p) {
    if (__bmc_contract_phase == __bmc_contract_promises)
        return __bmc_contract_has_ended(p);
    __bmc_contract_asks("__CPROVER_was_freed", "__CPROVER_was_freed");
    return __bmc_is_given(p) && !__bmc_readable(p, 0);
}

/* ---- What a function that is called instead of another one consists of, in this order ---- */

MODEL void __bmc_promise_begin(void) {
    if (__bmc_contract_phase != __bmc_contract_outside && __bmc_contract_phase != __bmc_contract_runs)
        __bmc_unsupported("a clause of a contract that calls a function with --use-contract");
    __bmc_contract_before = __bmc_contract_phase;
    __bmc_contract_phase = __bmc_contract_needs;
}

/* The call may write these bytes, unless the pointer is null. Nothing is written before all are known. */
MODEL void __bmc_promise_assigns(const void *at, size_t size) {
    if (at == NULL || size == 0)
        return;
    __bmc_check_write((void *)at, size);
    if (__bmc_contract_before == __bmc_contract_runs)
        __bmc_contract_frame(at, size);
}

MODEL void __bmc_promise_frees(const void *p) {
    if (p != NULL && __bmc_contract_before == __bmc_contract_runs)
        __bmc_contract_may_end(p);
}

/* `src/analysis/promise.rs` puts calls of the next three functions behind this one. */
MODEL void __bmc_promise_uses(void) {}

/* The function itself uses this variable, so nothing that is fresh for it is a part of that. */
MODEL void __bmc_promise_uses_variable(const void *variable) {
    if (__bmc_contract_watched != NULL && __bmc_same_object(__bmc_contract_watched, variable))
        __bmc_unsupported("__CPROVER_is_fresh of a variable that the function uses, with --use-contract");
}

/* The function may change this variable without its being assigned. */
MODEL void __bmc_promise_changes(void *variable, size_t size) {
    __bmc_contract_copies(variable, size);
}

MODEL void __bmc_promise_changes_library(void) {
    __bmc_unsupported("--use-contract of a function that shares the state of the library with its callers");
}

/* Bytes become any, with pointers in them from outside of the program. */
MODEL void __bmc_promise_writes(void *at, size_t size) {
    if (__bmc_contract_written_count == 64)
        __bmc_unsupported("a contract with so many targets");
    __bmc_contract_written[__bmc_contract_written_count].at = at;
    __bmc_contract_written[__bmc_contract_written_count].size = at ? size : 0;
    __bmc_contract_written_count++;
    if (at != NULL && size != 0)
        __bmc_contract_copies(at, size);
}

/* The same for a number, which is no part of a pointer. */
MODEL void __bmc_promise_writes_number(void *at, size_t size) {
    if (at != NULL)
        __bmc_havoc(at, size);
}

MODEL void __bmc_promise_writes_truth(void *at, size_t size) {
    if (at != NULL && size != 0)
        *(_Bool *)at = __bmc_choose(2) != 0;
}

/* What may be freed is freed, or is not. */
MODEL void __bmc_promise_ends(void *p) {
    if (__bmc_contract_released_count == 64)
        __bmc_unsupported("a contract with so many targets");
    _Bool released = p != NULL && !__bmc_contract_has_ended(p) && __bmc_choose(2);
    if (released)
        free(p);
    __bmc_contract_released[__bmc_contract_released_count++] = released ? p : NULL;
}

MODEL void __bmc_promise_ensures(void) {
    __bmc_contract_watched = NULL;
    __bmc_contract_phase = __bmc_contract_promises;
}

/* `probed` is what `src/analysis/promise.rs` makes of it: whether runs that come here are looked for. */
MODEL void __bmc_promise_called(int probed) {
    __bmc_assert(!probed, "called");
}

MODEL void __bmc_promise_kept(int probed) {
    __bmc_assert(!probed, "kept");
}

MODEL void __bmc_promise_end(void) {
    for (; __bmc_contract_written_count > 0; __bmc_contract_written_count--) {
        __bmc_contract_written[__bmc_contract_written_count - 1].at = NULL;
        __bmc_contract_written[__bmc_contract_written_count - 1].size = 0;
    }
    for (; __bmc_contract_released_count > 0; __bmc_contract_released_count--)
        __bmc_contract_released[__bmc_contract_released_count - 1] = NULL;
    __bmc_contract_phase = __bmc_contract_before;
    __bmc_contract_before = __bmc_contract_outside;
}
