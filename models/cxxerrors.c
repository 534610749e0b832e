/* The exceptions of the standard library of C++, as libstdc++ lays them out, and the functions by which its headers throw them. */
#include "bmc.h"

/* ---- std::exception and the classes that have nothing beside a name ---- */

struct object {
    const void *const *table;
};

/* Functions of a class in its virtual table. */
#define TABLE_OF(class, what)                                                                    \
    MODEL const void *const _ZTV##class[5] = {                                                   \
        NULL, &_ZTI##class, (const void *)_ZN##class##D1Ev, (const void *)_ZN##class##D0Ev, (const void *)what};

/* Destructors: of the complete object, of a base, and of one that `delete` ends. */
#define DESTRUCTORS(class, body)                      \
    MODEL void _ZN##class##D2Ev(void *self) { body; } \
    MODEL void _ZN##class##D1Ev(void *self) { body; } \
    MODEL void _ZN##class##D0Ev(void *self) {         \
        body;                                         \
        __bmc_delete(self, 0, 0);                     \
    }

/* A class whose `what` is always the same. */
#define NAMED(class, type, text)                                                   \
    MODEL const type;                                                              \
    DESTRUCTORS(class, (void)self)                                                 \
    MODEL const char *_ZNK##class##4whatEv(const void *self) {                     \
        (void)self;                                                                \
        return text;                                                               \
    }                                                                              \
    TABLE_OF(class, _ZNK##class##4whatEv)

#define ROOT(class) struct type _ZTI##class = {_ZTVN10__cxxabiv117__class_type_infoE + 2, #class}
#define BELOW(class, base) \
    struct single _ZTI##class = {{_ZTVN10__cxxabiv120__si_class_type_infoE + 2, #class}, (const struct type *)&_ZTI##base}

NAMED(St9exception, ROOT(St9exception), "std::exception")
NAMED(St13bad_exception, BELOW(St13bad_exception, St9exception), "std::bad_exception")
NAMED(St9bad_alloc, BELOW(St9bad_alloc, St9exception), "std::bad_alloc")
NAMED(St20bad_array_new_length, BELOW(St20bad_array_new_length, St9bad_alloc), "std::bad_array_new_length")
NAMED(St8bad_cast, BELOW(St8bad_cast, St9exception), "std::bad_cast")
NAMED(St10bad_typeid, BELOW(St10bad_typeid, St9exception), "std::bad_typeid")
NAMED(St17bad_function_call, BELOW(St17bad_function_call, St9exception), "bad_function_call")
NAMED(St12bad_weak_ptr, BELOW(St12bad_weak_ptr, St9exception), "bad_weak_ptr")


static NORETURN void throw_named(const void *const *table, const void *type, void (*destructor)(void *)) {
    struct object *e = make(sizeof *e);
    e->table = table + 2;
    throw_object(e, type, destructor);
    __builtin_unreachable();
}

#define THROWS(name, class) \
    MODEL NORETURN void name(void) { throw_named(_ZTV##class, &_ZTI##class, _ZN##class##D1Ev); }

static struct exception *make_bad_exception(void) {
    struct object *o = make(sizeof *o);
    o->table = _ZTVSt13bad_exception + 2;
    struct exception *e = set_thrown(o, (const struct type *)&_ZTISt13bad_exception, _ZNSt13bad_exceptionD1Ev);
    e->references = 1;
    return e;
}

static NORETURN void throw_bad_alloc(void) { throw_named(_ZTVSt9bad_alloc, &_ZTISt9bad_alloc, _ZNSt9bad_allocD1Ev); }
static NORETURN void throw_bad_length(void) {
    throw_named(_ZTVSt20bad_array_new_length, &_ZTISt20bad_array_new_length, _ZNSt20bad_array_new_lengthD1Ev);
}

THROWS(_ZSt17__throw_bad_allocv, St9bad_alloc)
THROWS(_ZSt21__throw_bad_exceptionv, St13bad_exception)
THROWS(_ZSt28__throw_bad_array_new_lengthv, St20bad_array_new_length)
THROWS(__cxa_throw_bad_array_new_length, St20bad_array_new_length)
THROWS(_ZSt16__throw_bad_castv, St8bad_cast)
THROWS(__cxa_bad_cast, St8bad_cast)
THROWS(_ZSt18__throw_bad_typeidv, St10bad_typeid)
THROWS(__cxa_bad_typeid, St10bad_typeid)
THROWS(_ZSt25__throw_bad_function_callv, St17bad_function_call)

/* ---- std::logic_error and std::runtime_error, which have a message ---- */

/* Copies share the message. */
struct message {
    size_t references;
    char text[];
};
struct error {
    struct object object;
    char *text;
};
/* std::string, as far as it is read. */
struct std_string {
    const char *text;
    size_t size;
};

static void set_message(struct error *self, const char *text, size_t size) {
    struct message *m = __bmc_obj_make(sizeof(struct message) + size + 1);
    m->references = 1;
    memcpy(m->text, text, size);
    self->text = m->text;
}

static struct message *message_of(const struct error *e) {
    return (struct message *)(e->text - __builtin_offsetof(struct message, text));
}

static void drop_message(struct error *self) {
    struct message *m = message_of(self);
    if (--m->references == 0) __bmc_obj_free(m);
}

static void copy_message(struct error *self, const struct error *from) {
    message_of(from)->references++;
    self->text = from->text;
}

static void assign_message(struct error *self, const struct error *from) {
    message_of(from)->references++;
    drop_message(self);
    self->text = from->text;
}

#define STRING RKNSt7__cxx1112basic_stringIcSt11char_traitsIcESaIcEEE
#define JOINED(a, b) a##b
#define JOIN(a, b) JOINED(a, b)

/* How objects of a class are made: of a text and of a string. */
#define MAKERS(class)                                                                   \
    MODEL void _ZN##class##C2EPKc(struct error *self, const char *text) {               \
        self->object.table = _ZTV##class + 2;                                           \
        set_message(self, text, __bmc_strlen(text));                                    \
    }                                                                                   \
    MODEL void _ZN##class##C1EPKc(struct error *self, const char *text) {               \
        self->object.table = _ZTV##class + 2;                                           \
        set_message(self, text, __bmc_strlen(text));                                    \
    }                                                                                   \
    MODEL void JOIN(_ZN##class##C2E, STRING)(struct error *self, const struct std_string *text) { \
        self->object.table = _ZTV##class + 2;                                           \
        set_message(self, text->text, text->size);                                      \
    }                                                                                   \
    MODEL void JOIN(_ZN##class##C1E, STRING)(struct error *self, const struct std_string *text) { \
        self->object.table = _ZTV##class + 2;                                           \
        set_message(self, text->text, text->size);                                      \
    }

/* A copy of an object, by copying and by moving. */
#define COPY(class, kind)                                                     \
    MODEL void _ZN##class##kind(struct error *self, const struct error *from) { \
        self->object.table = _ZTV##class + 2;                                 \
        copy_message(self, from);                                             \
    }
#define ASSIGNMENT(class, kind)                                                        \
    MODEL struct error *_ZN##class##kind(struct error *self, const struct error *from) { \
        assign_message(self, from);                                                    \
        return self;                                                                   \
    }
#define COPIES(class)                                                                                                 \
    COPY(class, C2ERKS_) COPY(class, C1ERKS_) COPY(class, C2EOS_) COPY(class, C1EOS_) ASSIGNMENT(class, aSERKS_)        \
    ASSIGNMENT(class, aSEOS_)

#define WITH_MESSAGE(class, base, what)                          \
    MODEL const BELOW(class, base);                              \
    DESTRUCTORS(class, drop_message(self))                       \
    TABLE_OF(class, what)                                        \
    MAKERS(class)

MODEL const char *_ZNKSt11logic_error4whatEv(const struct error *self) { return self->text; }
MODEL const char *_ZNKSt13runtime_error4whatEv(const struct error *self) { return self->text; }

WITH_MESSAGE(St11logic_error, St9exception, _ZNKSt11logic_error4whatEv)
COPIES(St11logic_error)
WITH_MESSAGE(St12domain_error, St11logic_error, _ZNKSt11logic_error4whatEv)
WITH_MESSAGE(St16invalid_argument, St11logic_error, _ZNKSt11logic_error4whatEv)
WITH_MESSAGE(St12length_error, St11logic_error, _ZNKSt11logic_error4whatEv)
WITH_MESSAGE(St12out_of_range, St11logic_error, _ZNKSt11logic_error4whatEv)
WITH_MESSAGE(St13runtime_error, St9exception, _ZNKSt13runtime_error4whatEv)
COPIES(St13runtime_error)
WITH_MESSAGE(St11range_error, St13runtime_error, _ZNKSt13runtime_error4whatEv)
WITH_MESSAGE(St14overflow_error, St13runtime_error, _ZNKSt13runtime_error4whatEv)
WITH_MESSAGE(St15underflow_error, St13runtime_error, _ZNKSt13runtime_error4whatEv)

static NORETURN void throw_message(const void *const *table, const void *type, void (*destructor)(void *), const char *text) {
    struct error *e = make(sizeof *e);
    e->object.table = table + 2;
    set_message(e, text, __bmc_strlen(text));
    throw_object(e, type, destructor);
    __builtin_unreachable();
}

#define THROWS_MESSAGE(name, class)                                           \
    MODEL NORETURN void name(const char *text) {                              \
        throw_message(_ZTV##class, &_ZTI##class, _ZN##class##D1Ev, text);     \
    }

THROWS_MESSAGE(_ZSt19__throw_logic_errorPKc, St11logic_error)
THROWS_MESSAGE(_ZSt20__throw_domain_errorPKc, St12domain_error)
THROWS_MESSAGE(_ZSt24__throw_invalid_argumentPKc, St16invalid_argument)
THROWS_MESSAGE(_ZSt20__throw_length_errorPKc, St12length_error)
THROWS_MESSAGE(_ZSt20__throw_out_of_rangePKc, St12out_of_range)
THROWS_MESSAGE(_ZSt21__throw_runtime_errorPKc, St13runtime_error)
THROWS_MESSAGE(_ZSt19__throw_range_errorPKc, St11range_error)
THROWS_MESSAGE(_ZSt22__throw_overflow_errorPKc, St14overflow_error)
THROWS_MESSAGE(_ZSt23__throw_underflow_errorPKc, St15underflow_error)

/* Formats %s, %zu and %%, as libstdc++ does here. */
MODEL NORETURN void _ZSt24__throw_out_of_range_fmtPKcz(const char *format, ...) {
    char text[512];
    size_t at = 0;
    va_list arguments;
    __builtin_va_start(arguments, format);
    for (; *format && at < sizeof text - 1; format++) {
        if (format[0] == '%' && format[1] == 's') {
            format++;
            for (const char *s = __builtin_va_arg(arguments, const char *); *s && at < sizeof text - 1; s++) text[at++] = *s;
        } else if (format[0] == '%' && format[1] == 'z' && format[2] == 'u') {
            format += 2;
            char digits[20];
            int count = 0;
            size_t n = __builtin_va_arg(arguments, size_t);
            do digits[count++] = (char)('0' + n % 10);
            while ((n /= 10) > 0);
            while (count > 0 && at < sizeof text - 1) text[at++] = digits[--count];
        } else {
            if (format[0] == '%' && format[1] == '%') format++;
            text[at++] = *format;
        }
    }
    __builtin_va_end(arguments);
    text[at] = 0;
    throw_message(_ZTVSt12out_of_range, &_ZTISt12out_of_range, _ZNSt12out_of_rangeD1Ev, text);
}

/* What no program can throw: the end of a thread, and what other languages throw. */
MODEL const struct type _ZTIN10__cxxabiv115__forced_unwindE = {
    _ZTVN10__cxxabiv117__class_type_infoE + 2, "N10__cxxabiv115__forced_unwindE"};
MODEL const struct type _ZTIN10__cxxabiv119__foreign_exceptionE = {
    _ZTVN10__cxxabiv117__class_type_infoE + 2, "N10__cxxabiv119__foreign_exceptionE"};

/* ---- std::nested_exception ---- */

struct nested {
    struct object object;
    void *exception;
};

MODEL const ROOT(St16nested_exception);
DESTRUCTORS(St16nested_exception, drop_pointer(&((struct nested *)self)->exception))
MODEL const void *const _ZTVSt16nested_exception[4] = {
    NULL, &_ZTISt16nested_exception, (const void *)_ZNSt16nested_exceptionD1Ev, (const void *)_ZNSt16nested_exceptionD0Ev};
