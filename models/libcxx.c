/* What LLVM's library of C++ (libc++) keeps in its shared object, where libstdc++ has it under another name or not at all. Both share
 * the exceptions, whose layout is the same here. Streams, locales, futures and std::call_once of libc++ are not modelled. */
#include "threads.h"

/* ---- Exceptions whose headers leave out the constructors ---- */

#define MADE_BY_LIBRARY(class)                                                                  \
    MODEL void _ZN##class##C1Ev(struct object *self) { self->table = _ZTV##class + 2; }         \
    MODEL void _ZN##class##C2Ev(struct object *self) { self->table = _ZTV##class + 2; }

MADE_BY_LIBRARY(St9bad_alloc)
MADE_BY_LIBRARY(St20bad_array_new_length)
MADE_BY_LIBRARY(St8bad_cast)
MADE_BY_LIBRARY(St10bad_typeid)

NAMED(St19bad_optional_access, BELOW(St19bad_optional_access, St9exception), "bad_optional_access")
NAMED(St18bad_variant_access, BELOW(St18bad_variant_access, St9exception), "bad_variant_access")
NAMED(St12bad_any_cast, BELOW(St12bad_any_cast, St8bad_cast), "bad any cast")

/* A class of the namespace std::__1, and what its `what` is. */
#define INSIDE(class, what)                                                                                            \
    MODEL const struct single _ZTINSt3__1##class##E = {                                                                \
        {_ZTVN10__cxxabiv120__si_class_type_infoE + 2, "NSt3__1" #class "E"}, (const struct type *)&_ZTISt9exception}; \
    MODEL void _ZNSt3__1##class##D2Ev(void *self) { (void)self; }                                                      \
    MODEL void _ZNSt3__1##class##D1Ev(void *self) { (void)self; }                                                      \
    MODEL void _ZNSt3__1##class##D0Ev(void *self) { __bmc_delete(self, 0, 0); }                                        \
    MODEL const void *const _ZTVNSt3__1##class##E[5] = {                                                               \
        NULL, &_ZTINSt3__1##class##E, (const void *)_ZNSt3__1##class##D1Ev, (const void *)_ZNSt3__1##class##D0Ev,      \
        (const void *)what};

MODEL const char *_ZNKSt3__112bad_weak_ptr4whatEv(const void *self) { return (void)self, "bad_weak_ptr"; }
INSIDE(12bad_weak_ptr, _ZNKSt3__112bad_weak_ptr4whatEv)
INSIDE(17bad_function_call, _ZNKSt9exception4whatEv)

/* Its class is another one than libstdc++'s. */
static NORETURN void throw_inside(int number) {
    (void)number;
    __bmc_unsupported("std::system_error of libc++");
}

MODEL NORETURN void _ZNSt3__120__throw_system_errorEiPKc(int number, const char *text) {
    (void)text;
    throw_inside(number);
}

/* ---- std::exception_ptr and std::nested_exception ---- */

static void copy_pointer(void **self, void *object) {
    if (object != NULL) refer(header(object), 1);
    *self = object;
}

MODEL void _ZNSt13exception_ptrC1ERKS_(void **self, void *const *from) { copy_pointer(self, *from); }
MODEL void _ZNSt13exception_ptrC2ERKS_(void **self, void *const *from) { copy_pointer(self, *from); }
MODEL void _ZNSt13exception_ptrD1Ev(void **self) { drop_pointer(self); }
MODEL void _ZNSt13exception_ptrD2Ev(void **self) { drop_pointer(self); }

MODEL void **_ZNSt13exception_ptraSERKS_(void **self, void *const *from) {
    void *before = *self;
    copy_pointer(self, *from);
    if (before != NULL) release(header(before));
    return self;
}

/* For std::make_exception_ptr. */
MODEL void _ZNSt13exception_ptr31__from_native_exception_pointerEPv(void **result, void *object) {
    copy_pointer(result, object);
}

MODEL NORETURN void _ZSt17rethrow_exceptionSt13exception_ptr(void *const *of) {
    fly_again(*of);
    __builtin_unreachable();
}

static void make_nested(struct nested *self) {
    self->object.table = _ZTVSt16nested_exception + 2;
    set_current(&self->exception);
}

MODEL void _ZNSt16nested_exceptionC1Ev(struct nested *self) { make_nested(self); }
MODEL void _ZNSt16nested_exceptionC2Ev(struct nested *self) { make_nested(self); }
MODEL NORETURN void _ZNKSt16nested_exception14rethrow_nestedEv(const struct nested *self) {
    fly_again(self->exception);
    __builtin_unreachable();
}

/* ---- std::shared_ptr: both counts are one less than how many there are ---- */

struct counts {
    const void *const *table;
    long uses, watchers;
};

#define COUNTS(class)                                                              \
    MODEL void _ZNSt3__1##class##D2Ev(void *self) { (void)self; }                  \
    MODEL void _ZNSt3__1##class##D1Ev(void *self) { (void)self; }                  \
    MODEL void _ZNSt3__1##class##D0Ev(void *self) { __bmc_delete(self, 0, 0); }

COUNTS(14__shared_count)
COUNTS(19__shared_weak_count)

MODEL const void *_ZNKSt3__119__shared_weak_count13__get_deleterERKSt9type_info(const void *self, const void *type) {
    return (void)self, (void)type, NULL;
}

MODEL const struct type _ZTINSt3__114__shared_countE = {
    _ZTVN10__cxxabiv117__class_type_infoE + 2, "NSt3__114__shared_countE"};
MODEL const struct several _ZTINSt3__119__shared_weak_countE = {
    {_ZTVN10__cxxabiv121__vmi_class_type_infoE + 2, "NSt3__119__shared_weak_countE"}, 0, 1,
    {{&_ZTINSt3__114__shared_countE, 0}}};

MODEL const void *const _ZTVNSt3__114__shared_countE[5] = {
    NULL, &_ZTINSt3__114__shared_countE, (const void *)_ZNSt3__114__shared_countD1Ev,
    (const void *)_ZNSt3__114__shared_countD0Ev, (const void *)pure_virtual};
MODEL const void *const _ZTVNSt3__119__shared_weak_countE[7] = {
    NULL, &_ZTINSt3__119__shared_weak_countE, (const void *)_ZNSt3__119__shared_weak_countD1Ev,
    (const void *)_ZNSt3__119__shared_weak_countD0Ev, (const void *)pure_virtual,
    (const void *)_ZNKSt3__119__shared_weak_count13__get_deleterERKSt9type_info, (const void *)pure_virtual};

static long add_to(long *of, long change) {
    __bmc_atomic_begin();
    return *of += change;
}

MODEL void _ZNSt3__119__shared_weak_count14__release_weakEv(struct counts *self) {
    if (add_to(&self->watchers, -1) == -1) ((member *)self->table[4])(self);
}

/* What watches becomes a user, if there is still one. */
MODEL struct counts *_ZNSt3__119__shared_weak_count4lockEv(struct counts *self) {
    __bmc_atomic_begin();
    if (self->uses == -1) return NULL;
    self->uses++;
    return self;
}

/* ---- Sorting of numbers ---- */

/* Insertion, for long arrays with steps that become shorter. The comparison is `<`. */
#define SORTS(code, type)                                                                                          \
    MODEL void _ZNSt3__16__sortIRNS_6__lessI##code##code##EEP##code##EEvT0_S5_T_(type *first, type *last, void *less) { \
        (void)less;                                                                                                \
        size_t count = (size_t)(last - first);                                                                     \
        for (size_t step = count > 300 ? 121 : count > 30 ? 13 : 1; step > 0; step /= 3)                           \
            for (size_t i = step; i < count; i++)                                                                  \
                for (size_t j = i; j >= step && first[j] < first[j - step]; j -= step) {                           \
                    type held = first[j];                                                                          \
                    first[j] = first[j - step];                                                                    \
                    first[j - step] = held;                                                                        \
                }                                                                                                  \
    }

SORTS(c, char)
SORTS(w, wchar_t)
SORTS(a, signed char)
SORTS(h, unsigned char)
SORTS(s, short)
SORTS(t, unsigned short)
SORTS(i, int)
SORTS(j, unsigned)
SORTS(l, long)
SORTS(m, unsigned long)
SORTS(x, long long)
SORTS(y, unsigned long long)
SORTS(f, float)
SORTS(d, double)
SORTS(e, long double)

/* ---- Hash tables ---- */

/* The least prime that is not less. */
MODEL size_t WITH_SIZE(_ZNSt3__112__next_primeE)(size_t least) {
    if (least < 2) return least == 0 ? 0 : 2;
    if (least > (size_t)-1 - 256) __bmc_unsupported("a hash table of so many buckets");
    for (size_t n = least;; n++) {
        size_t divisor = 2;
        while (divisor <= n / divisor && n % divisor != 0) divisor++;
        if (divisor > n / divisor) return n;
    }
}

/* ---- Strings and numbers. Short strings lie in the object; the lowest bit of the first byte tells ---- */

struct inside_string {
    size_t capacity;
    size_t size;
    char *text;
};

#define IS_LONG(s) (*(const unsigned char *)(s) & 1)

static struct std_string text_of(const struct inside_string *s) {
    if (IS_LONG(s)) return (struct std_string){s->text, s->size};
    return (struct std_string){(const char *)s + 1, (size_t)(*(const unsigned char *)s >> 1)};
}

static void make_inside_string(struct inside_string *s, const char *text, size_t size) {
    if (size < sizeof *s - 1) {
        *(unsigned char *)s = (unsigned char)(size << 1);
        memcpy((char *)s + 1, text, size);
        ((char *)s)[1 + size] = 0;
    } else {
        size_t room = (size + 16) & ~(size_t)15;
        s->capacity = room | 1;
        s->size = size;
        s->text = allocate(room, 0, 0, 0);
        memcpy(s->text, text, size);
        s->text[size] = 0;
    }
}

#define INSIDE_STRING RKNSt3__112basic_stringIcNS0_11char_traitsIcEENS0_9allocatorIcEEEE
#define MAKES_OF_STRING(class, kind)                                                                          \
    MODEL void JOIN(_ZN##class##kind, INSIDE_STRING)(struct error *self, const struct inside_string *text) { \
        struct std_string of = text_of(text);                                                                 \
        self->object.table = _ZTV##class + 2;                                                                 \
        set_message(self, of.text, of.size);                                                                  \
    }
MAKES_OF_STRING(St11logic_error, C1E)
MAKES_OF_STRING(St11logic_error, C2E)
MAKES_OF_STRING(St13runtime_error, C1E)
MAKES_OF_STRING(St13runtime_error, C2E)

static void make_number_string(struct inside_string *result, unsigned long long value, int negative) {
    char digits[24];
    size_t first = sizeof digits;
    do digits[--first] = (char)('0' + value % 10);
    while ((value /= 10) != 0);
    if (negative) digits[--first] = '-';
    make_inside_string(result, digits + first, sizeof digits - first);
}

#define SIGNED_STRING(code, type)                                                                    \
    MODEL void _ZNSt3__19to_stringE##code(struct inside_string *result, type value) {                \
        make_number_string(result, value < 0 ? 0 - (unsigned long long)value : (unsigned long long)value, value < 0); \
    }
#define UNSIGNED_STRING(code, type) \
    MODEL void _ZNSt3__19to_stringE##code(struct inside_string *result, type value) { make_number_string(result, value, 0); }

SIGNED_STRING(i, int)
SIGNED_STRING(l, long)
SIGNED_STRING(x, long long)
UNSIGNED_STRING(j, unsigned)
UNSIGNED_STRING(m, unsigned long)
UNSIGNED_STRING(y, unsigned long long)

/* The sum of a text and a string, of which headers leave this one form to the library. */
MODEL void _ZNSt3__1plIcNS_11char_traitsIcEENS_9allocatorIcEEEENS_12basic_stringIT_T0_T1_EEPKS6_RKS9_(
    struct inside_string *result, const char *text, const struct inside_string *s) {
    size_t size = __bmc_strlen(text);
    struct std_string rest = text_of(s);
    char *joined = __bmc_obj_make(size + rest.size + 1);
    memcpy(joined, text, size);
    memcpy(joined + size, rest.text, rest.size);
    make_inside_string(result, joined, size + rest.size);
    __bmc_obj_free(joined);
}

/* The number at the beginning of a string, up to `max`, and to one more below zero where the type is signed. */
static unsigned long long parse_string(const struct inside_string *s, size_t *end, int base, const char *none,
                                       const char *too_large, unsigned long long max, int is_signed) {
    const char *text = text_of(s).text;
    char *stop = (char *)text;
    int negative, overflow;
    unsigned long long value = parse_number(text, &stop, base, is_signed ? max + 1 : max, &negative, &overflow);
    if (stop == text)
        throw_message(_ZTVSt16invalid_argument, &_ZTISt16invalid_argument, _ZNSt16invalid_argumentD1Ev, none);
    if (overflow || (is_signed && !negative && value > max))
        throw_message(_ZTVSt12out_of_range, &_ZTISt12out_of_range, _ZNSt12out_of_rangeD1Ev, too_large);
    if (end != NULL) *end = (size_t)(stop - text);
    return negative ? 0 - value : value;
}

#define PARSED_STRING(name, text, type, max, is_signed)                                                                     \
    MODEL type WITH_SIZE_AND_INT(_ZNSt3__1##name##ERKNS_12basic_stringIcNS_11char_traitsIcEENS_9allocatorIcEEEEP)(          \
        const struct inside_string *s, size_t *end, int base) {                                                             \
        return (type)parse_string(s, end, base, text ": no conversion", text ": out of range", max, is_signed);                                                      \
    }
#if __SIZEOF_POINTER__ == 8
#define WITH_SIZE_AND_INT(name) name##mi
#else
#define WITH_SIZE_AND_INT(name) name##ji
#endif

PARSED_STRING(4stoi, "stoi", int, INT_MAX, 1)
PARSED_STRING(4stol, "stol", long, LONG_MAX, 1)
PARSED_STRING(5stoll, "stoll", long long, LLONG_MAX, 1)
PARSED_STRING(5stoul, "stoul", unsigned long, (unsigned long)-1, 0)
PARSED_STRING(6stoull, "stoull", unsigned long long, (unsigned long long)-1, 0)

/* ---- Threads ---- */

MODEL void _ZNSt3__16threadD1Ev(unsigned long *self) {
    if (*self != 0) terminate(TERMINATES);
}
MODEL void _ZNSt3__16threadD2Ev(unsigned long *self) {
    if (*self != 0) terminate(TERMINATES);
}

MODEL void _ZNSt3__16thread4joinEv(unsigned long *self) {
    int error = join_or_detach(*self, 1);
    if (error != 0) throw_inside(error);
    *self = 0;
}

MODEL void _ZNSt3__16thread6detachEv(unsigned long *self) {
    int error = join_or_detach(*self, 0);
    if (error != 0) throw_inside(error);
    *self = 0;
}

MODEL unsigned _ZNSt3__16thread20hardware_concurrencyEv(void) { return (unsigned)__bmc_any_in(0, 1024); }

MODEL void _ZNSt3__111this_thread9sleep_forERKNS_6chrono8durationIxNS_5ratioILl1ELl1000000000EEEEE(const void *how_long) {
    (void)how_long;
    __bmc_cancellation_point();
}

/* What a thread does at its end for others, which is nothing here. */
MODEL void _ZNSt3__115__thread_structC1Ev(void **self) { *self = NULL; }
MODEL void _ZNSt3__115__thread_structC2Ev(void **self) { *self = NULL; }
MODEL void _ZNSt3__115__thread_structD1Ev(void **self) { (void)self; }
MODEL void _ZNSt3__115__thread_structD2Ev(void **self) { (void)self; }

/* A key of its own for each thread, so that nothing follows from who is the first. */
static __thread unsigned key_of_thread;
static __thread _Bool has_key_of_thread;

MODEL unsigned *_ZNSt3__119__thread_local_dataEv(void) {
    __bmc_atomic_begin();
    if (!has_key_of_thread && make_key(&key_of_thread, _ZdlPv) != 0) throw_inside(EAGAIN);
    has_key_of_thread = 1;
    return &key_of_thread;
}

/* ---- std::mutex, std::recursive_mutex and std::condition_variable: those of pthread.h ---- */

MODEL void _ZNSt3__15mutexD1Ev(struct mutex *self) {
    __bmc_atomic_begin();
    destroy_mutex(self);
}
MODEL void _ZNSt3__15mutexD2Ev(struct mutex *self) {
    __bmc_atomic_begin();
    destroy_mutex(self);
}

static void lock_or_fail(struct mutex *m) {
    __bmc_atomic_begin();
    int error = lock(m, 0);
    if (error != 0) throw_inside(error);
}

static _Bool tries_lock(struct mutex *m) {
    __bmc_atomic_begin();
    return try_lock(m) == 0;
}

static void unlock_own(struct mutex *m) {
    __bmc_atomic_begin();
    unlock(m);
}

MODEL void _ZNSt3__15mutex4lockEv(struct mutex *self) { lock_or_fail(self); }
MODEL _Bool _ZNSt3__15mutex8try_lockEv(struct mutex *self) { return tries_lock(self); }
MODEL void _ZNSt3__15mutex6unlockEv(struct mutex *self) { unlock_own(self); }

static void make_recursive(struct mutex *m) {
    __bmc_atomic_begin();
    make_mutex(m, RECURSIVE);
}

MODEL void _ZNSt3__115recursive_mutexC1Ev(struct mutex *self) { make_recursive(self); }
MODEL void _ZNSt3__115recursive_mutexC2Ev(struct mutex *self) { make_recursive(self); }
MODEL void _ZNSt3__115recursive_mutexD1Ev(struct mutex *self) {
    __bmc_atomic_begin();
    destroy_mutex(self);
}
MODEL void _ZNSt3__115recursive_mutexD2Ev(struct mutex *self) {
    __bmc_atomic_begin();
    destroy_mutex(self);
}
MODEL void _ZNSt3__115recursive_mutex4lockEv(struct mutex *self) { lock_or_fail(self); }
MODEL _Bool _ZNSt3__115recursive_mutex8try_lockEv(struct mutex *self) { return tries_lock(self); }
MODEL void _ZNSt3__115recursive_mutex6unlockEv(struct mutex *self) { unlock_own(self); }

MODEL void _ZNSt3__118condition_variableD1Ev(struct condition *self) {
    __bmc_atomic_begin();
    destroy_condition(self);
}
MODEL void _ZNSt3__118condition_variableD2Ev(struct condition *self) {
    __bmc_atomic_begin();
    destroy_condition(self);
}

MODEL void _ZNSt3__118condition_variable10notify_oneEv(struct condition *self) {
    __bmc_atomic_begin();
    check_condition(self);
    signal_one(self);
}

MODEL void _ZNSt3__118condition_variable10notify_allEv(struct condition *self) {
    __bmc_atomic_begin();
    check_condition(self);
    signal_all(self);
}

MODEL void _ZNSt3__118condition_variable4waitERNS_11unique_lockINS_5mutexEEE(struct condition *self, struct unique_lock *l) {
    if (!l->owns) throw_inside(EPERM);
    __bmc_atomic_begin();
    wait_on(self, l->mutex, 0);
}
