/* <system_error> and <future> of C++: categories of errors, and the exceptions that carry them. */
#include "bmc.h"

struct category {
    const void *const *table;
};
struct error_code {
    int value;
    const struct category *category;
};

/* std::string, with room for short ones. */
struct own_string {
    char *text;
    size_t size;
    char room[16];
};

static void set_string(struct own_string *s, const char *text) {
    s->size = __bmc_strlen(text);
    s->text = s->size < sizeof s->room ? s->room : allocate(s->size + 1, 0, 0, 0);
    /* Where the text is elsewhere, this is how much it may become. */
    if (s->text != s->room) memcpy(s->room, &s->size, sizeof s->size);
    memcpy(s->text, text, s->size + 1);
}

/* ---- Errors of Linux, and whether std::errc names them ---- */

struct error_name {
    short number;
    _Bool portable;
    const char *text;
};

static const struct error_name error_names[] = {
    {0, 1, "Success"},
    {1, 1, "Operation not permitted"},
    {2, 1, "No such file or directory"},
    {3, 1, "No such process"},
    {4, 1, "Interrupted system call"},
    {5, 1, "Input/output error"},
    {6, 1, "No such device or address"},
    {7, 1, "Argument list too long"},
    {8, 1, "Exec format error"},
    {9, 1, "Bad file descriptor"},
    {10, 1, "No child processes"},
    {11, 1, "Resource temporarily unavailable"},
    {12, 1, "Cannot allocate memory"},
    {13, 1, "Permission denied"},
    {14, 1, "Bad address"},
    {15, 0, "Block device required"},
    {16, 1, "Device or resource busy"},
    {17, 1, "File exists"},
    {18, 1, "Invalid cross-device link"},
    {19, 1, "No such device"},
    {20, 1, "Not a directory"},
    {21, 1, "Is a directory"},
    {22, 1, "Invalid argument"},
    {23, 1, "Too many open files in system"},
    {24, 1, "Too many open files"},
    {25, 1, "Inappropriate ioctl for device"},
    {26, 1, "Text file busy"},
    {27, 1, "File too large"},
    {28, 1, "No space left on device"},
    {29, 1, "Illegal seek"},
    {30, 1, "Read-only file system"},
    {31, 1, "Too many links"},
    {32, 1, "Broken pipe"},
    {33, 1, "Numerical argument out of domain"},
    {34, 1, "Numerical result out of range"},
    {35, 1, "Resource deadlock avoided"},
    {36, 1, "File name too long"},
    {37, 1, "No locks available"},
    {38, 1, "Function not implemented"},
    {39, 1, "Directory not empty"},
    {40, 1, "Too many levels of symbolic links"},
    {42, 1, "No message of desired type"},
    {43, 1, "Identifier removed"},
    {61, 1, "No data available"},
    {62, 1, "Timer expired"},
    {71, 1, "Protocol error"},
    {74, 1, "Bad message"},
    {75, 1, "Value too large for defined data type"},
    {84, 1, "Invalid or incomplete multibyte or wide character"},
    {88, 1, "Socket operation on non-socket"},
    {89, 1, "Destination address required"},
    {90, 1, "Message too long"},
    {91, 1, "Protocol wrong type for socket"},
    {92, 1, "Protocol not available"},
    {93, 1, "Protocol not supported"},
    {95, 1, "Operation not supported"},
    {97, 1, "Address family not supported by protocol"},
    {98, 1, "Address already in use"},
    {99, 1, "Cannot assign requested address"},
    {100, 1, "Network is down"},
    {101, 1, "Network is unreachable"},
    {102, 1, "Network dropped connection on reset"},
    {103, 1, "Software caused connection abort"},
    {104, 1, "Connection reset by peer"},
    {105, 1, "No buffer space available"},
    {106, 1, "Transport endpoint is already connected"},
    {107, 1, "Transport endpoint is not connected"},
    {110, 1, "Connection timed out"},
    {111, 1, "Connection refused"},
    {113, 1, "No route to host"},
    {114, 1, "Operation already in progress"},
    {115, 1, "Operation now in progress"},
    {125, 1, "Operation canceled"},
    {130, 1, "Owner died"},
    {131, 1, "State not recoverable"},
};

static const struct error_name *find_error(int number) {
    for (unsigned i = 0; i < sizeof error_names / sizeof *error_names; i++)
        if (error_names[i].number == number) return &error_names[i];
    /* Others have names, too. */
    if (number > 0 && number < 134) __bmc_unsupported("the message of a rare error of the operating system");
    return NULL;
}

static const char *error_text(int number) {
    const struct error_name *e = find_error(number);
    if (e != NULL) return e->text;
    static __thread char text[32];
    static const char start[] = "Unknown error ";
    size_t at = 0;
    while (start[at] != 0) {
        text[at] = start[at];
        at++;
    }
    char digits[10];
    int count = 0;
    unsigned left = number < 0 ? -(unsigned)number : (unsigned)number;
    if (number < 0) text[at++] = '-';
    do digits[count++] = (char)('0' + left % 10);
    while ((left /= 10) > 0);
    while (count > 0) text[at++] = digits[--count];
    text[at] = 0;
    return text;
}

/* ---- std::error_category ---- */

typedef struct error_code result_of_category(const struct category *, int);

static int is_equivalent(const struct category *self, int number, const struct error_code *condition) {
    result_of_category *ask = (result_of_category *)self->table[5];
    struct error_code mine = ask(self, number);
    return mine.category == condition->category && mine.value == condition->value;
}

MODEL const struct type _ZTINSt3_V214error_categoryE = {
    _ZTVN10__cxxabiv117__class_type_infoE + 2, "NSt3_V214error_categoryE"};

MODEL void _ZNSt3_V214error_categoryD2Ev(void *self) { (void)self; }
MODEL void _ZNSt3_V214error_categoryD1Ev(void *self) { (void)self; }
MODEL void _ZNSt3_V214error_categoryD0Ev(void *self) { __bmc_delete(self, 0, 0); }

/* For programs whose strings are those of before C++11. */
MODEL void _ZNKSt3_V214error_category10_M_messageB5cxx11Ei(void *result, const void *self, int number) {
    (void)result, (void)self, (void)number;
    __bmc_unsupported("messages of errors as strings of before C++11");
}

MODEL struct error_code _ZNKSt3_V214error_category23default_error_conditionEi(const struct category *self, int number) {
    return (struct error_code){number, self};
}

MODEL _Bool _ZNKSt3_V214error_category10equivalentEiRKSt15error_condition(
    const struct category *self, int number, const struct error_code *condition) {
    return is_equivalent(self, number, condition) != 0;
}

MODEL _Bool _ZNKSt3_V214error_category10equivalentERKSt10error_codei(
    const struct category *self, const struct error_code *code, int number) {
    return code->category == self && code->value == number;
}

static NORETURN void pure_virtual(void) { __builtin_trap(); }

#define CATEGORY_TABLE(name, type, said, message, condition)                                            \
    name[10] = {NULL, type, (const void *)_ZNSt3_V214error_categoryD1Ev,                                \
                (const void *)_ZNSt3_V214error_categoryD0Ev, (const void *)said,                        \
                (const void *)_ZNKSt3_V214error_category10_M_messageB5cxx11Ei, (const void *)message,   \
                (const void *)condition,                                                                \
                (const void *)_ZNKSt3_V214error_category10equivalentEiRKSt15error_condition,            \
                (const void *)_ZNKSt3_V214error_category10equivalentERKSt10error_codei}

MODEL const void *const CATEGORY_TABLE(
    _ZTVNSt3_V214error_categoryE, &_ZTINSt3_V214error_categoryE, pure_virtual, pure_virtual,
    _ZNKSt3_V214error_category23default_error_conditionEi);

/* ---- The categories of the library ---- */

static const struct category generic, of_system, of_futures;

static const char *name_generic(const void *self) { return (void)self, "generic"; }
static const char *name_system(const void *self) { return (void)self, "system"; }
static const char *name_future(const void *self) { return (void)self, "future"; }

static void say_error(struct own_string *result, const void *self, int number) {
    (void)self;
    set_string(result, error_text(number));
}

static const char *future_text(int number) {
    switch (number) {
    case 1: return "Future already retrieved";
    case 2: return "Promise already satisfied";
    case 3: return "No associated state";
    case 4: return "Broken promise";
    default: return "Unknown error";
    }
}

static void say_future(struct own_string *result, const void *self, int number) {
    (void)self;
    set_string(result, future_text(number));
}

static struct error_code own_condition(const struct category *self, int number) {
    return (struct error_code){number, self};
}

/* What the standard names is the same on all systems. */
static struct error_code system_condition(const struct category *self, int number) {
    const struct error_name *e = find_error(number);
    return (struct error_code){number, e != NULL && e->portable ? &generic : self};
}

static const struct single category_below = {
    {_ZTVN10__cxxabiv120__si_class_type_infoE + 2, "error_category"}, &_ZTINSt3_V214error_categoryE};

static const void *const CATEGORY_TABLE(generic_table, &category_below, name_generic, say_error, own_condition);
static const void *const CATEGORY_TABLE(system_table, &category_below, name_system, say_error, system_condition);
static const void *const CATEGORY_TABLE(future_table, &category_below, name_future, say_future, own_condition);

static const struct category generic = {generic_table + 2}, of_system = {system_table + 2}, of_futures = {future_table + 2};

MODEL const struct category *_ZNSt3_V216generic_categoryEv(void) { return &generic; }
MODEL const struct category *_ZNSt3_V215system_categoryEv(void) { return &of_system; }
MODEL const struct category *_ZSt15future_categoryv(void) { return &of_futures; }

MODEL struct error_code _ZNKSt10error_code23default_error_conditionEv(const struct error_code *self) {
    result_of_category *ask = (result_of_category *)self->category->table[5];
    return ask(self->category, self->value);
}

/* ---- std::system_error and std::future_error: a message and a code ---- */

struct error_with_code {
    struct error error;
    struct error_code code;
};

static NORETURN void throw_with_code(
    const void *const *table, const void *type, void (*destructor)(void *), const char *text, struct error_code code) {
    struct error_with_code *e = make(sizeof *e);
    e->error.object.table = table + 2;
    set_message(&e->error, text, __bmc_strlen(text));
    e->code = code;
    throw_object(e, type, destructor);
    __builtin_unreachable();
}

#define WITH_CODE(class, base, what)             \
    MODEL const BELOW(class, base);              \
    DESTRUCTORS(class, drop_message(self))       \
    TABLE_OF(class, what)

WITH_CODE(St12system_error, St13runtime_error, _ZNKSt13runtime_error4whatEv)

static NORETURN void throw_system_error(int number) {
    throw_with_code(_ZTVSt12system_error, &_ZTISt12system_error, _ZNSt12system_errorD1Ev, error_text(number),
                    (struct error_code){number, &generic});
}

MODEL NORETURN void _ZSt20__throw_system_errori(int number) { throw_system_error(number); }

MODEL const char *_ZNKSt12future_error4whatEv(const struct error *self) { return self->text; }
WITH_CODE(St12future_error, St11logic_error, _ZNKSt12future_error4whatEv)

MODEL NORETURN void _ZSt20__throw_future_errori(int number) {
    static const char start[] = "std::future_error: ";
    char text[64];
    size_t at = 0;
    for (; start[at] != 0; at++) text[at] = start[at];
    for (const char *rest = future_text(number); *rest != 0;) text[at++] = *rest++;
    text[at] = 0;
    throw_with_code(_ZTVSt12future_error, &_ZTISt12future_error, _ZNSt12future_errorD1Ev, text,
                    (struct error_code){number, &of_futures});
}

/* ---- std::future: what a promise gives, or an exception ---- */

struct result_base {
    const void *const *table;
    void *exception;
};

MODEL const struct type _ZTINSt13__future_base12_Result_baseE = {
    _ZTVN10__cxxabiv117__class_type_infoE + 2, "NSt13__future_base12_Result_baseE"};

MODEL void _ZNSt13__future_base12_Result_baseD2Ev(struct result_base *self) { drop_pointer(&self->exception); }
MODEL void _ZNSt13__future_base12_Result_baseD1Ev(struct result_base *self) { drop_pointer(&self->exception); }
MODEL void _ZNSt13__future_base12_Result_baseD0Ev(struct result_base *self) {
    drop_pointer(&self->exception);
    __bmc_delete(self, 0, 0);
}

MODEL const void *const _ZTVNSt13__future_base12_Result_baseE[5] = {
    NULL, &_ZTINSt13__future_base12_Result_baseE, (const void *)pure_virtual,
    (const void *)_ZNSt13__future_base12_Result_baseD1Ev, (const void *)_ZNSt13__future_base12_Result_baseD0Ev};

MODEL void _ZNSt13__future_base12_Result_baseC2Ev(struct result_base *self) {
    self->table = _ZTVNSt13__future_base12_Result_baseE + 2;
    self->exception = NULL;
}
MODEL void _ZNSt13__future_base12_Result_baseC1Ev(struct result_base *self) {
    self->table = _ZTVNSt13__future_base12_Result_baseE + 2;
    self->exception = NULL;
}
