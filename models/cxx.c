/* The run-time library of C++ as far as no exception is thrown, under the names that the Itanium ABI gives it. */
#include "bmc.h"

/* ---- operator new and operator delete ---- */

/* Standard C++ answers exhausted memory with an exception. */
static void *allocate(size_t size, int kind) {
    if (size > __PTRDIFF_MAX__) __bmc_unsupported("std::bad_alloc");
    void *p = __bmc_new(size, kind);
    if (p == NULL) __bmc_unsupported("std::bad_alloc");
    return p;
}

static void *allocate_or_null(size_t size, int kind) {
    return size > __PTRDIFF_MAX__ ? NULL : __bmc_new(size, kind);
}

/* With an alignment: __bmc_new gives all that a type may ask for. */
static void check_alignment(size_t align) {
    if (align > 16) __bmc_unsupported("operator new with a larger alignment");
}

#define NEW(name, kind)                                                                 \
    MODEL void *name(size_t size) { return allocate(size, kind); }                      \
    MODEL void *name##RKSt9nothrow_t(size_t size, const void *tag) {                    \
        (void)tag;                                                                      \
        return allocate_or_null(size, kind);                                            \
    }                                                                                   \
    MODEL void *name##St11align_val_t(size_t size, size_t align) {                      \
        check_alignment(align);                                                         \
        return allocate(size, kind);                                                    \
    }                                                                                   \
    MODEL void *name##St11align_val_tRKSt9nothrow_t(size_t size, size_t align, const void *tag) { \
        (void)tag;                                                                      \
        check_alignment(align);                                                         \
        return allocate_or_null(size, kind);                                            \
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

#define DELETE(name, sized, sized_aligned, kind)                                     \
    MODEL void name(void *p) { __bmc_delete(p, kind); }                              \
    MODEL void sized(void *p, size_t size) {                                         \
        (void)size;                                                                  \
        __bmc_delete(p, kind);                                                       \
    }                                                                                \
    MODEL void name##St11align_val_t(void *p, size_t align) {                        \
        (void)align;                                                                 \
        __bmc_delete(p, kind);                                                       \
    }                                                                                \
    MODEL void sized_aligned(void *p, size_t size, size_t align) {                   \
        (void)size, (void)align;                                                     \
        __bmc_delete(p, kind);                                                       \
    }                                                                                \
    MODEL void name##RKSt9nothrow_t(void *p, const void *tag) {                      \
        (void)tag;                                                                   \
        __bmc_delete(p, kind);                                                       \
    }

DELETE(_ZdlPv, SIZED(_ZdlPv), SIZED_ALIGNED(_ZdlPv), 0)
DELETE(_ZdaPv, SIZED(_ZdaPv), SIZED_ALIGNED(_ZdaPv), 1)

/* ---- Static objects in functions: byte 0 of a guard says that they exist, byte 1 that they are being made. ---- */

MODEL int __cxa_guard_acquire(char *guard) {
    __bmc_atomic_begin();
    if (guard[0]) return 0;
    if (guard[1]) __bmc_unsupported("a static object whose initialisation needs itself, or that two threads need at once");
    guard[1] = 1;
    return 1;
}

MODEL void __cxa_guard_release(char *guard) {
    __bmc_atomic_begin();
    guard[0] = 1;
    guard[1] = 0;
}

MODEL void __cxa_guard_abort(char *guard) {
    __bmc_atomic_begin();
    guard[1] = 0;
}

/* ---- The program's own errors ---- */

MODEL void __cxa_pure_virtual(void) { __builtin_trap(); }
MODEL void __cxa_deleted_virtual(void) { __builtin_trap(); }

/* ---- Exceptions of the standard library ---- */

#define THROWS(name, what)                              \
    MODEL NORETURN void name(void) { __bmc_unsupported("exception " what); }

THROWS(_ZSt17__throw_bad_allocv, "std::bad_alloc")
THROWS(_ZSt28__throw_bad_array_new_lengthv, "std::bad_array_new_length")
THROWS(__cxa_throw_bad_array_new_length, "std::bad_array_new_length")
THROWS(_ZSt16__throw_bad_castv, "std::bad_cast")
THROWS(__cxa_bad_cast, "std::bad_cast")
THROWS(_ZSt18__throw_bad_typeidv, "std::bad_typeid")
THROWS(__cxa_bad_typeid, "std::bad_typeid")
THROWS(_ZSt19__throw_logic_errorPKc, "std::logic_error")
THROWS(_ZSt20__throw_length_errorPKc, "std::length_error")
THROWS(_ZSt20__throw_domain_errorPKc, "std::domain_error")
THROWS(_ZSt20__throw_out_of_rangePKc, "std::out_of_range")
THROWS(_ZSt24__throw_out_of_range_fmtPKcz, "std::out_of_range")
THROWS(_ZSt24__throw_invalid_argumentPKc, "std::invalid_argument")
THROWS(_ZSt21__throw_runtime_errorPKc, "std::runtime_error")
THROWS(_ZSt19__throw_range_errorPKc, "std::range_error")
THROWS(_ZSt22__throw_overflow_errorPKc, "std::overflow_error")
THROWS(_ZSt23__throw_underflow_errorPKc, "std::underflow_error")
THROWS(_ZSt25__throw_bad_function_callv, "std::bad_function_call")
THROWS(_ZSt20__throw_system_errori, "std::system_error")

/* ---- dynamic_cast ---- */

/* Type information as the ABI lays it out; what follows depends on the class of the information itself. */
struct type {
    const void *const *table;
    const char *name;
};
struct single {
    struct type type;
    const struct type *base;
};
struct base {
    const struct type *type;
    ptrdiff_t offset_and_flags; /* the offset times 256, 1: virtual, 2: public */
};
struct several {
    struct type type;
    unsigned flags, count;
    struct base bases[];
};

extern const void *_ZTVN10__cxxabiv117__class_type_infoE[];
extern const void *_ZTVN10__cxxabiv120__si_class_type_infoE[];
extern const void *_ZTVN10__cxxabiv121__vmi_class_type_infoE[];

static int is_type(const struct type *x, const struct type *y) {
    /* One program has one information for a class, unless its name is local to a file. */
    return x == y;
}

/* What a search from the complete object downwards has found. */
struct search {
    const char *source;
    const struct type *source_type, *target_type;
    /* The object of the target type that contains the source by public bases alone. */
    const char *down;
    /* Objects of the target type that are public bases of the complete object. */
    const char *across;
    int downs, acrosses;
    /* The source is a public base of the complete object. */
    int source_is_public;
};

static ptrdiff_t base_offset(const char *object, const struct base *b) {
    ptrdiff_t offset = b->offset_and_flags >> 8;
    if (b->offset_and_flags & 1) {
        const char *table = *(const char *const *)object;
        offset = *(const ptrdiff_t *)(table + offset);
    }
    return offset;
}

/* Visits the objects that an object of a type consists of. `within` is the innermost object of the target type on
 * the way, if only public bases led on from it. */
static void visit(struct search *s, const char *object, const struct type *type, int is_public, const char *within) {
    if (is_type(type, s->target_type)) {
        within = object;
        if (is_public && s->across != object) {
            s->across = object;
            s->acrosses++;
        }
    }
    if (object == s->source && is_type(type, s->source_type)) {
        if (is_public) s->source_is_public = 1;
        if (within != NULL && s->down != within) {
            s->down = within;
            s->downs++;
        }
    }
    if (type->table == (const void *const *)(_ZTVN10__cxxabiv120__si_class_type_infoE + 2)) {
        visit(s, object, ((const struct single *)type)->base, is_public, within);
    } else if (type->table == (const void *const *)(_ZTVN10__cxxabiv121__vmi_class_type_infoE + 2)) {
        const struct several *all = (const struct several *)type;
        for (unsigned i = 0; i < all->count; i++) {
            const struct base *b = &all->bases[i];
            int open = (b->offset_and_flags & 2) != 0;
            visit(s, object + base_offset(object, b), b->type, is_public && open, open ? within : NULL);
        }
    } else if (type->table != (const void *const *)(_ZTVN10__cxxabiv117__class_type_infoE + 2)) {
        __bmc_unsupported("dynamic_cast with type information of an unknown kind");
    }
}

MODEL void *__dynamic_cast(const void *source, const void *source_type, const void *target_type, ptrdiff_t hint) {
    (void)hint;
    const char *table = *(const char *const *)source;
    const char *complete = (const char *)source + ((const ptrdiff_t *)table)[-2];
    const struct type *type = ((const struct type *const *)table)[-1];
    struct search s = {source, source_type, target_type, NULL, NULL, 0, 0, 0};
    visit(&s, complete, type, 1, NULL);
    if (s.downs == 1) return (void *)s.down;
    if (s.downs == 0 && s.source_is_public && s.acrosses == 1) return (void *)s.across;
    return NULL;
}
