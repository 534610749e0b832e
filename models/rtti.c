/* Type information of C++ (Itanium C++ ABI, "Run-time type information"): that of built-in types, and dynamic_cast. */
#include "bmc.h"

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

struct pointer {
    struct type type;
    unsigned flags; /* 1: const, 2: volatile, 4: restrict, 8 and 16: incomplete; what it points to */
    const struct type *target;
};

/* Virtual tables of the kinds of information, which are classes themselves. Programs compare pointers to them, and may ask for the type
 * of some information. */
extern const void *const _ZTVN10__cxxabiv117__class_type_infoE[11], *const _ZTVN10__cxxabiv120__si_class_type_infoE[11];
MODEL const struct type _ZTISt9type_info = {_ZTVN10__cxxabiv117__class_type_infoE + 2, "St9type_info"};
#define KIND(code)                                                                                         \
    extern const struct single _ZTI##code;                                                                 \
    MODEL const void *const _ZTV##code[11] = {NULL, &_ZTI##code};                                          \
    MODEL const struct single _ZTI##code = {                                                               \
        {_ZTVN10__cxxabiv120__si_class_type_infoE + 2, #code}, &_ZTISt9type_info};
KIND(N10__cxxabiv123__fundamental_type_infoE)
KIND(N10__cxxabiv117__array_type_infoE)
KIND(N10__cxxabiv120__function_type_infoE)
KIND(N10__cxxabiv116__enum_type_infoE)
KIND(N10__cxxabiv117__class_type_infoE)
KIND(N10__cxxabiv120__si_class_type_infoE)
KIND(N10__cxxabiv121__vmi_class_type_infoE)
KIND(N10__cxxabiv119__pointer_type_infoE)
KIND(N10__cxxabiv129__pointer_to_member_type_infoE)

/* Built-in types and pointers to them have their information in the library. */
#define BUILTIN(code)                                                                                      \
    MODEL const struct type _ZTI##code = {                                                                 \
        (_ZTVN10__cxxabiv123__fundamental_type_infoE + 2), #code};                    \
    MODEL const struct pointer _ZTIP##code = {                                                             \
        {(_ZTVN10__cxxabiv119__pointer_type_infoE + 2), "P" #code}, 0, &_ZTI##code};  \
    MODEL const struct pointer _ZTIPK##code = {                                                            \
        {(_ZTVN10__cxxabiv119__pointer_type_infoE + 2), "PK" #code}, 1, &_ZTI##code};

BUILTIN(v) BUILTIN(b) BUILTIN(w) BUILTIN(c) BUILTIN(a) BUILTIN(h) BUILTIN(s) BUILTIN(t) BUILTIN(i) BUILTIN(j) BUILTIN(l)
BUILTIN(m) BUILTIN(x) BUILTIN(y) BUILTIN(n) BUILTIN(o) BUILTIN(f) BUILTIN(d) BUILTIN(e) BUILTIN(g) BUILTIN(Dn) BUILTIN(Di)
BUILTIN(Ds) BUILTIN(Du)

/* The kind of some information: one of the tables above. */
static const void *const *kind(const struct type *type) {
    /* Nothing is known of what is only declared; asking for its size tells. */
    if (__bmc_object_size(type) < sizeof *type) __bmc_unsupported("type information without a kind");
    return type->table;
}

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
    if (kind(type) == (_ZTVN10__cxxabiv120__si_class_type_infoE + 2)) {
        visit(s, object, ((const struct single *)type)->base, is_public, within);
    } else if (kind(type) == (_ZTVN10__cxxabiv121__vmi_class_type_infoE + 2)) {
        const struct several *all = (const struct several *)type;
        for (unsigned i = 0; i < all->count; i++) {
            const struct base *b = &all->bases[i];
            int open = (b->offset_and_flags & 2) != 0;
            visit(s, object + base_offset(object, b), b->type, is_public && open, open ? within : NULL);
        }
    } else if (kind(type) != (_ZTVN10__cxxabiv117__class_type_infoE + 2)) {
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
