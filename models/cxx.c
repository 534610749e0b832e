/* The run-time library of C++ under the names that the Itanium ABI gives it. */
#include "bmc.h"

/* ---- operator new and operator delete ---- */

static void *allocate_or_null(size_t size, int array, int aligned, size_t align) {
    return size > __PTRDIFF_MAX__ ? NULL : __bmc_new(size, array, aligned, align);
}

/* What is larger than any object is no size: clang passes the largest number where a product or a negative number is none, too. */
static NORETURN void throw_for_size(size_t size, int array) {
    if (array && size > __PTRDIFF_MAX__) throw_bad_length();
    throw_bad_alloc();
}

/* Standard C++ answers exhausted memory with an exception. */
void *__bmc_new_fails(size_t size, int array, int aligned, size_t align) {
    (void)aligned, (void)align;
    throw_for_size(size, array);
}

static void *allocate(size_t size, int array, int aligned, size_t align) {
    void *p = allocate_or_null(size, array, aligned, align);
    return p != NULL ? p : __bmc_new_fails(size, array, aligned, align);
}

/* ---- The handler of exhausted memory, in programs that set one (src/analysis/substitutes.rs) ---- */

static void (*new_handler)(void);

static void (*get_new_handler(void))(void) {
    __bmc_atomic_begin();
    return new_handler;
}

/* In the place of __bmc_new_fails: tries again as long as the handler returns. */
void *__bmc_new_is_handled(size_t size, int array, int aligned, size_t align) {
    for (;;) {
        void (*handler)(void) = get_new_handler();
        if (handler == NULL) throw_for_size(size, array);
        handler();
        void *p = allocate_or_null(size, array, aligned, align);
        if (p != NULL) return p;
    }
}

MODEL void (*_ZSt15get_new_handlerv(void))(void) { return get_new_handler(); }

MODEL void (*_ZSt15set_new_handlerPFvvE(void (*handler)(void)))(void) {
    __bmc_atomic_begin();
    void (*before)(void) = new_handler;
    new_handler = handler;
    return before;
}

/* What operator new gives without an alignment is enough for all other types. */
static size_t larger(size_t align) { return align > 16 ? align : 0; }

#define NEW(name, array)                                                                          \
    MODEL void *name(size_t size) { return allocate(size, array, 0, 0); }                         \
    MODEL void *name##RKSt9nothrow_t(size_t size, const void *tag) {                              \
        (void)tag;                                                                                \
        return allocate_or_null(size, array, 0, 0);                                               \
    }                                                                                             \
    MODEL void *name##St11align_val_t(size_t size, size_t align) {                                \
        return allocate(size, array, 1, larger(align));                                           \
    }                                                                                             \
    MODEL void *name##St11align_val_tRKSt9nothrow_t(size_t size, size_t align, const void *tag) { \
        (void)tag;                                                                                \
        return allocate_or_null(size, array, 1, larger(align));                                   \
    }

#ifdef __LP64__
NEW(_Znwm, 0)
NEW(_Znam, 1)
#define SIZED(name) name##m
#define SIZED_ALIGNED(name) name##mSt11align_val_t
#else
NEW(_Znwj, 0)
NEW(_Znaj, 1)
#define SIZED(name) name##j
#define SIZED_ALIGNED(name) name##jSt11align_val_t
#endif

/* All other forms go to the plain one, which a program may replace ([new.delete]); then `forward` and `forward_aligned` stand for
 * the forms with a size (src/frontend/link_models.rs). */
#define DELETE(name, sized, sized_aligned, forward, forward_aligned, array)                    \
    MODEL void name(void *p) { __bmc_delete(p, array, 0); }                                    \
    MODEL void sized(void *p, size_t size) { __bmc_delete_sized(p, array, 0, size); }          \
    MODEL void name##St11align_val_t(void *p, size_t align) {                                  \
        (void)align;                                                                           \
        __bmc_delete(p, array, 1);                                                             \
    }                                                                                          \
    MODEL void sized_aligned(void *p, size_t size, size_t align) {                             \
        (void)align;                                                                           \
        __bmc_delete_sized(p, array, 1, size);                                                 \
    }                                                                                          \
    MODEL void name##RKSt9nothrow_t(void *p, const void *tag) {                                \
        (void)tag;                                                                             \
        name(p);                                                                               \
    }                                                                                          \
    void forward(void *p, size_t size) {                                                       \
        (void)size;                                                                            \
        name(p);                                                                               \
    }                                                                                          \
    void forward_aligned(void *p, size_t size, size_t align) {                                 \
        (void)size;                                                                            \
        name##St11align_val_t(p, align);                                                       \
    }

DELETE(_ZdlPv, SIZED(_ZdlPv), SIZED_ALIGNED(_ZdlPv), __bmc_forward_delete, __bmc_forward_aligned_delete, 0)
DELETE(_ZdaPv, SIZED(_ZdaPv), SIZED_ALIGNED(_ZdaPv), __bmc_forward_delete_array,
       __bmc_forward_aligned_delete_array, 1)

/* ---- Forms of operator new where a program replaces the plain one or sets a handler (src/frontend/link_models.rs) ---- */

#ifdef __LP64__
#define PLAIN(name) name##m
#else
#define PLAIN(name) name##j
#endif

static __thread size_t wanted;
static __thread void *given;

static void *attempt(void (*allocates)(void), size_t size) {
    unsigned before = catching;
    wanted = size;
    given = NULL;
    catching = __bmc_activations();
    __bmc_attempt(allocates);
    catching = before;
    struct exception *e = take_flying();
    if (e == NULL) return given;
    begin_catch(e);
    end_catch();
    return NULL;
}

static void try_new(void) { given = PLAIN(_Znw)(wanted); }
static void try_new_array(void) { given = PLAIN(_Zna)(wanted); }

void *__bmc_new_or_null(size_t size, const void *tag) {
    (void)tag;
    return attempt(try_new, size);
}

void *__bmc_new_array_or_null(size_t size, const void *tag) {
    (void)tag;
    return attempt(try_new_array, size);
}

/* ---- The program's own errors ---- */

MODEL void __cxa_pure_virtual(void) { __builtin_trap(); }
MODEL void __cxa_deleted_virtual(void) { __builtin_trap(); }
