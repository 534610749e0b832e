/* Smaller parts of the C++ library: what strings and hash tables need, clocks, random_device, coroutines, memory resources. */
#include "bmc.h"

/* ---- Strings: whether characters lie outside of the string that they go into. The headers ask it of addresses, of which nothing is
 * known where objects differ. ---- */

static _Bool is_outside(const struct own_string *s, const void *from, size_t unit) {
    if (!__bmc_same_object(from, s->text)) return 1;
    size_t at = __bmc_offset(from), start = __bmc_offset(s->text);
    return at < start || start + s->size * unit < at;
}

#define OUTSIDE(name, unit) \
    MODEL _Bool name(const void *self, const void *from) { return is_outside(self, from, unit); }

OUTSIDE(_ZNKSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEE11_M_disjunctEPKc, 1)
OUTSIDE(_ZNKSt7__cxx1112basic_stringIwSt11char_traitsIwESaIwEE11_M_disjunctEPKw, sizeof(wchar_t))

/* ---- Hash values: any function would do; this one is MurmurHash64A, so that programs that are run print in the usual order. ---- */

#define MIX 0xc6a4a7935bd1e995ULL

static uint64_t mix(uint64_t h) { return h ^ h >> 47; }

static uint64_t hash_bytes(const unsigned char *p, size_t size, uint64_t seed) {
    __bmc_check_read(p, size);
    uint64_t h = seed ^ size * MIX;
    size_t at = 0;
    while (at < size) {
        uint64_t word = 0;
        unsigned i = 0;
        for (; i < 8 && at < size; i++) word |= (uint64_t)p[at++] << 8 * i;
        h = (h ^ (i == 8 ? mix(word * MIX) * MIX : word)) * MIX;
    }
    return mix(mix(h) * MIX);
}

static uint64_t fnv(const unsigned char *p, size_t size, uint64_t h) {
    __bmc_check_read(p, size);
    for (size_t i = 0; i < size; i++) h = (h ^ p[i]) * 0x100000001b3ULL;
    return h;
}

#ifdef __LP64__
#define WITH_SIZE(name) name##m
#define WITH_SIZES(name) name##mm
#define WITH_3_SIZES(name) name##mmm
#else
#define WITH_SIZE(name) name##j
#define WITH_SIZES(name) name##jj
#define WITH_3_SIZES(name) name##jjj
#endif

MODEL size_t WITH_SIZES(_ZSt11_Hash_bytesPKv)(const void *p, size_t size, size_t seed) {
    return (size_t)hash_bytes(p, size, seed);
}
MODEL size_t WITH_SIZES(_ZSt15_Fnv_hash_bytesPKv)(const void *p, size_t size, size_t seed) {
    return (size_t)fnv(p, size, seed);
}

MODEL size_t _ZNKSt4hashIeEclEe(const void *self, long double value) {
    (void)self;
    return value == 0 ? 0 : (size_t)hash_bytes((const unsigned char *)&value, sizeof value > 10 ? 10 : sizeof value, 0);
}

/* ---- Hash tables: how many buckets ---- */

struct rehash_policy {
    float most_per_bucket;
    /* With more elements it grows; 0 before the first one. */
    size_t next_resize;
};

/* Primes; each is about twice the one before. */
static const unsigned primes[] = {1,         2,         3,        5,        7,        11,      13,      29,       59,
                                  127,       257,       541,      1109,     2357,     5087,    10273,   20753,    42043,
                                  85229,     172933,    351061,   712697,   1447153,  2938679, 5967347, 12117689, 24607243,
                                  49969847,  101473717, 206062531};

static size_t times(size_t n, float factor) { return factor == 1 ? n : (size_t)((double)n * (double)factor); }
static size_t over(size_t n, float factor) { return factor == 1 ? n : (size_t)((double)n / (double)factor); }

static size_t next_buckets(struct rehash_policy *p, size_t least) {
    unsigned i = 0;
    while (primes[i] < least)
        if (++i == sizeof primes / sizeof *primes) __bmc_unsupported("a hash table of more than 206,062,531 buckets");
    p->next_resize = times(primes[i], p->most_per_bucket);
    return primes[i];
}

MODEL size_t WITH_SIZE(_ZNKSt8__detail20_Prime_rehash_policy11_M_next_bktE)(struct rehash_policy *self, size_t least) {
    return next_buckets(self, least);
}

struct rehash {
    _Bool needed;
    size_t buckets;
};

MODEL struct rehash WITH_3_SIZES(_ZNKSt8__detail20_Prime_rehash_policy14_M_need_rehashE)(
    struct rehash_policy *self, size_t buckets, size_t elements, size_t more) {
    size_t all = elements + more;
    if (all <= self->next_resize) return (struct rehash){0, 0};
    /* The first elements get some more room. */
    size_t needed = over(self->next_resize == 0 && all < 11 ? 11 : all, self->most_per_bucket);
    if (needed < buckets) {
        self->next_resize = times(buckets, self->most_per_bucket);
        return (struct rehash){0, 0};
    }
    return (struct rehash){1, next_buckets(self, needed + 1 > 2 * buckets ? needed + 1 : 2 * buckets)};
}

/* ---- Clocks: nanoseconds, any; one of them never goes back, in whatever thread ---- */

static int64_t any_instant(int64_t least) {
    int64_t now = (int64_t)__VERIFIER_nondet_ulonglong();
    __bmc_assume(now >= least && now <= (int64_t)1 << 62);
    return now;
}

static int64_t steady_before;

MODEL int64_t _ZNSt6chrono3_V212system_clock3nowEv(void) { return any_instant(0); }

MODEL int64_t _ZNSt6chrono3_V212steady_clock3nowEv(void) {
    __bmc_atomic_begin();
    return steady_before = any_instant(steady_before);
}

/* ---- std::random_device ---- */

MODEL void _ZNSt13random_device7_M_initERKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE(void *self, const void *token) {
    (void)self, (void)token;
}
MODEL void _ZNSt13random_device7_M_finiEv(void *self) { (void)self; }
MODEL unsigned _ZNSt13random_device9_M_getvalEv(void *self) { return (void)self, __VERIFIER_nondet_uint(); }
MODEL double _ZNKSt13random_device13_M_getentropyEv(const void *self) { return (void)self, __bmc_any_in(0, 32); }

/* ---- The coroutine that does nothing: compilers pass its frame, which libstdc++'s function does not take ---- */

MODEL void _ZNSt7__n486116coroutine_handleINS_22noop_coroutine_promiseEE7__frame22__dummy_resume_destroyEv(void *frame) {
    (void)frame;
}

/* ---- std::pmr: memory from operator new, or none; cxx/memory.cpp has the rest ---- */

struct resource {
    const void *const *table;
};

static void *new_memory(void *self, size_t size, size_t align) {
    (void)self;
    return allocate(size, 0, 1, larger(align));
}
static void delete_memory(void *self, void *p, size_t size, size_t align) {
    (void)self, (void)align;
    __bmc_delete_sized(p, 0, 1, size);
}
static void *no_memory(void *self, size_t size, size_t align) {
    (void)self, (void)size, (void)align;
    throw_bad_alloc();
}
static void leave_memory(void *self, void *p, size_t size, size_t align) {
    (void)self, (void)p, (void)size, (void)align;
}
static _Bool is_same_resource(const void *self, const void *other) { return self == other; }
static void keep_resource(void *self) { (void)self; }

MODEL const struct type _ZTINSt3pmr15memory_resourceE = {
    _ZTVN10__cxxabiv117__class_type_infoE + 2, "NSt3pmr15memory_resourceE"};
MODEL void _ZNSt3pmr15memory_resourceD2Ev(void *self) { (void)self; }
MODEL void _ZNSt3pmr15memory_resourceD1Ev(void *self) { (void)self; }
MODEL void _ZNSt3pmr15memory_resourceD0Ev(void *self) { __bmc_delete(self, 0, 0); }
MODEL const void *const _ZTVNSt3pmr15memory_resourceE[7] = {
    NULL, &_ZTINSt3pmr15memory_resourceE, (const void *)_ZNSt3pmr15memory_resourceD1Ev,
    (const void *)_ZNSt3pmr15memory_resourceD0Ev, (const void *)pure_virtual, (const void *)pure_virtual,
    (const void *)pure_virtual};

static const void *const new_table[7] = {
    NULL, &_ZTINSt3pmr15memory_resourceE, (const void *)keep_resource, (const void *)keep_resource,
    (const void *)new_memory, (const void *)delete_memory, (const void *)is_same_resource};
static const void *const null_table[7] = {
    NULL, &_ZTINSt3pmr15memory_resourceE, (const void *)keep_resource, (const void *)keep_resource,
    (const void *)no_memory, (const void *)leave_memory, (const void *)is_same_resource};

static struct resource new_resource = {new_table + 2}, null_resource = {null_table + 2};
static void *default_resource = &new_resource;

MODEL void *_ZNSt3pmr19new_delete_resourceEv(void) { return &new_resource; }
MODEL void *_ZNSt3pmr20null_memory_resourceEv(void) { return &null_resource; }

MODEL void *_ZNSt3pmr20get_default_resourceEv(void) {
    __bmc_atomic_begin();
    return default_resource;
}
MODEL void *_ZNSt3pmr20set_default_resourceEPNS_15memory_resourceE(void *resource) {
    __bmc_atomic_begin();
    void *before = default_resource;
    default_resource = resource != NULL ? resource : &new_resource;
    return before;
}
