/* stdlib.h without conversions (number.c), sorting (sort.c), and what the engines handle: malloc and its family. */
#include "bmc.h"

typedef struct {
    int quot, rem;
} div_t;
typedef struct {
    long quot, rem;
} ldiv_t;
typedef struct {
    long long quot, rem;
} lldiv_t;

/* ---- Ending the program ---- */

enum handler_kind { PLAIN, WITH_ARGUMENT, WITH_STATUS };

struct handler {
    enum handler_kind kind;
    union {
        void (*plain)(void);
        void (*with_argument)(void *);
        void (*with_status)(int, void *);
    } call;
    void *argument;
};

#define MAX_HANDLERS 64
static struct handler exit_handlers[MAX_HANDLERS];
static unsigned exit_handler_count;
static void (*quick_handlers[MAX_HANDLERS])(void);
static unsigned quick_handler_count;
/* What the program exits with, and whether that is known. */
static int exit_status, status_is_known;

static void ends_with(int status) {
    __bmc_may_race(&exit_status, 1);
    exit_status = status;
    status_is_known = 1;
}

/* Called where main returns, in programs that name on_exit alone (src/analysis/substitutes.rs). */
void __bmc_main_returns(int status) { ends_with(status); }

/* Threads do this one after the other, as they take one. */
static int add_handler(struct handler h) {
    __bmc_atomic_begin();
    if (exit_handler_count == MAX_HANDLERS) __bmc_unsupported("more than 64 exit handlers");
    exit_handlers[exit_handler_count++] = h;
    return 0;
}

static int take_handler(struct handler *h) {
    __bmc_atomic_begin();
    if (exit_handler_count == 0) return 0;
    *h = exit_handlers[--exit_handler_count];
    return 1;
}

MODEL int atexit(void (*function)(void)) {
    return add_handler((struct handler){.kind = PLAIN, .call.plain = function});
}

MODEL int on_exit(void (*function)(int, void *), void *argument) {
    return add_handler((struct handler){.kind = WITH_STATUS, .call.with_status = function, .argument = argument});
}

/* C++: destructors of static objects. */
MODEL int __cxa_atexit(void (*function)(void *), void *argument, void *library) {
    (void)library;
    return add_handler((struct handler){.kind = WITH_ARGUMENT, .call.with_argument = function, .argument = argument});
}

MODEL int at_quick_exit(void (*function)(void)) {
    __bmc_atomic_begin();
    if (quick_handler_count == MAX_HANDLERS) __bmc_unsupported("more than 64 exit handlers");
    quick_handlers[quick_handler_count++] = function;
    return 0;
}

/* C++: destructors of variables of the thread, the last one first; what comes behind all of them. */
struct own_end {
    struct own_end *next;
    void (*function)(void *);
    void *argument;
};
static __thread struct own_end *own_ends;
/* Whether any thread has had some: without, nothing is looked at. */
static int any_own_ends;

static void add_at_end(void (*function)(void *), void *argument, int behind) {
    struct own_end *new = __bmc_obj_make(sizeof *new), **at = &own_ends;
    while (behind && *at != NULL) at = &(*at)->next;
    new->function = function;
    new->argument = argument;
    new->next = *at;
    *at = new;
    __bmc_atomic_begin();
    any_own_ends = 1;
}

MODEL int __cxa_thread_atexit(void (*function)(void *), void *argument, void *library) {
    (void)library;
    add_at_end(function, argument, 0);
    return 0;
}

static void end_own_variables(void) {
    while (any_own_ends && own_ends != NULL) {
        struct own_end *last = own_ends;
        void (*function)(void *) = last->function;
        void *argument = last->argument;
        own_ends = last->next;
        __bmc_obj_free(last);
        function(argument);
    }
}

/* Last registered first; a handler may register more. */
MODEL void __bmc_run_exit_handlers(void) {
    struct handler h;
    end_own_variables();
    while (take_handler(&h)) {
        if (h.kind == PLAIN)
            h.call.plain();
        else if (h.kind == WITH_ARGUMENT)
            h.call.with_argument(h.argument);
        else if (status_is_known)
            h.call.with_status(exit_status, h.argument);
        else
            __bmc_unsupported("on_exit where the status is not known");
    }
}

MODEL NORETURN void exit(int status) {
    ends_with(status);
    __bmc_run_exit_handlers();
    __bmc_exit(status);
}

MODEL NORETURN void quick_exit(int status) {
    __bmc_may_race(&exit_status, 1);
    while (quick_handler_count > 0) quick_handlers[--quick_handler_count]();
    __bmc_exit(status);
}

MODEL NORETURN void _Exit(int status) { __bmc_exit(status); }
MODEL NORETURN void _exit(int status) { __bmc_exit(status); }
MODEL NORETURN void abort(void) { __bmc_end_path(); }

/* ---- Arithmetic ---- */

MODEL int abs(int i) { return i < 0 ? -i : i; }
MODEL long labs(long i) { return i < 0 ? -i : i; }
MODEL long long llabs(long long i) { return i < 0 ? -i : i; }
MODEL intmax_t imaxabs(intmax_t i) { return i < 0 ? -i : i; }

MODEL div_t div(int n, int d) {
    div_t r = {n / d, n % d};
    return r;
}

MODEL ldiv_t ldiv(long n, long d) {
    ldiv_t r = {n / d, n % d};
    return r;
}

MODEL lldiv_t lldiv(long long n, long long d) {
    lldiv_t r = {n / d, n % d};
    return r;
}

MODEL lldiv_t imaxdiv(intmax_t n, intmax_t d) {
    lldiv_t r = {n / d, n % d};
    return r;
}

/* ---- Random numbers: any value in range, whatever the seed ---- */

/* Their states, which say nothing here but who uses them: C leaves open whether threads may, and POSIX has them race. */
static char rand_state, rand48_state;

static int any_number(void) { return __bmc_any_in(0, INT_MAX); }

MODEL int rand(void) {
    __bmc_may_race(&rand_state, 1);
    return any_number();
}

MODEL void srand(unsigned seed) {
    (void)seed;
    __bmc_may_race(&rand_state, 1);
}

MODEL long random(void) { return any_number(); }
MODEL void srandom(unsigned seed) { (void)seed; }

MODEL long lrand48(void) {
    __bmc_writes(&rand48_state, 1);
    return any_number();
}

MODEL long mrand48(void) {
    __bmc_writes(&rand48_state, 1);
    return __VERIFIER_nondet_int();
}

MODEL void srand48(long seed) {
    (void)seed;
    __bmc_writes(&rand48_state, 1);
}

/* One of the 2^48 numbers from 0 to below 1. */
MODEL double drand48(void) {
    __bmc_writes(&rand48_state, 1);
    return (double)(__VERIFIER_nondet_ulonglong() & ((1ULL << 48) - 1)) * 0x1p-48;
}

MODEL uint32_t arc4random(void) { return __VERIFIER_nondet_uint(); }

MODEL uint32_t arc4random_uniform(uint32_t bound) {
    uint32_t value = __VERIFIER_nondet_uint();
    __bmc_assume(bound == 0 ? value == 0 : value < bound);
    return value;
}

MODEL int rand_r(unsigned *seed) {
    *seed = __VERIFIER_nondet_uint();
    return __bmc_any_in(0, INT_MAX);
}

/* ---- The environment ---- */

/* What POSIX promises for the whole environment. Longer values are taken not to occur. */
#define VARIABLE_SIZE 4096
#define NAME_SIZE 64
#define MAX_VARIABLES 4
static struct {
    char name[NAME_SIZE];
    char *value;
} variables[MAX_VARIABLES];
static unsigned variable_count;
static char variable_values[MAX_VARIABLES][VARIABLE_SIZE];

/* Not set, or any string; the same one each time. */
static char *variable(const char *name) {
    size_t length = __bmc_strlen(name);
    for (size_t i = 0; i < length; i++)
        if (name[i] == '=') return NULL;
    if (length == 0) return NULL;
    if (length >= NAME_SIZE) __bmc_unsupported("getenv of a name of more than 63 characters");
    __bmc_atomic_begin();
    for (unsigned i = 0; i < variable_count; i++) {
        size_t n = 0;
        while (n < length && variables[i].name[n] == name[n]) n++;
        if (n == length && variables[i].name[n] == 0) return variables[i].value;
    }
    if (variable_count == MAX_VARIABLES) __bmc_unsupported("getenv of more than 4 names");
    char *value = NULL;
    if (__VERIFIER_nondet_bool()) {
        value = variable_values[variable_count];
        __bmc_havoc(value, VARIABLE_SIZE - 1);
        value[VARIABLE_SIZE - 1] = 0;
    }
    for (size_t i = 0; i < length; i++) variables[variable_count].name[i] = name[i];
    variables[variable_count].value = value;
    variable_count++;
    return value;
}

MODEL char *getenv(const char *name) { return variable(name); }
MODEL char *secure_getenv(const char *name) { return variable(name); }

MODEL int setenv(const char *name, const char *value, int overwrite) {
    (void)name, (void)value, (void)overwrite;
    __bmc_unsupported("setenv");
}

MODEL int putenv(char *assignment) {
    (void)assignment;
    __bmc_unsupported("putenv");
}

MODEL int unsetenv(const char *name) {
    (void)name;
    __bmc_unsupported("unsetenv");
}

MODEL int system(const char *command) {
    if (command != NULL) __bmc_strlen(command);
    __bmc_cancellation_point();
    return __VERIFIER_nondet_int();
}

/* Replaces the six X at the end of the template. */
MODEL int mkstemp(char *name) {
    size_t length = __bmc_strlen(name);
    if (length < 6) {
        __bmc_set_errno(EINVAL);
        return -1;
    }
    for (size_t i = length - 6; i < length; i++) {
        if (name[i] != 'X') {
            __bmc_set_errno(EINVAL);
            return -1;
        }
    }
    for (size_t i = length - 6; i < length; i++) {
        char c = __VERIFIER_nondet_char();
        __bmc_assume((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z'));
        name[i] = c;
    }
    int fd = __VERIFIER_nondet_int();
    __bmc_assume(fd == -1 || fd > 2);
    return fd;
}

/* ---- Multi-byte characters: the C locale has none ---- */

/* What another locale would keep between calls. */
static char multibyte_state;

static int multibyte_length(const char *s, size_t n) {
    __bmc_may_race(&multibyte_state, 1);
    if (s == NULL) return 0;
    if (n == 0) return -1;
    return *s == 0 ? 0 : *s > 0 ? 1 : -1;
}

MODEL int mblen(const char *s, size_t n) { return multibyte_length(s, n); }

MODEL int mbtowc(wchar_t *restrict to, const char *restrict s, size_t n) {
    int length = multibyte_length(s, n);
    if (s != NULL && length >= 0 && to != NULL) *to = *s;
    return length;
}

MODEL int wctomb(char *to, wchar_t c) {
    __bmc_may_race(&multibyte_state, 1);
    if (to == NULL) return 0;
    if (c < 0 || c > 127) return -1;
    *to = (char)c;
    return 1;
}

MODEL size_t mbstowcs(wchar_t *restrict to, const char *restrict from, size_t n) {
    size_t length = __bmc_strlen(from), most = length < n ? length + 1 : n;
    if (to != NULL) __bmc_apart(to, most * sizeof *to, from, most);
    for (size_t i = 0; i <= length; i++) {
        if (to != NULL && i == n) return n;
        if ((unsigned char)from[i] > 127) return SIZE_MAX;
        if (to != NULL) to[i] = from[i];
    }
    return length;
}

MODEL size_t wcstombs(char *restrict to, const wchar_t *restrict from, size_t n) {
    size_t length = __bmc_wcslen(from), most = length < n ? length + 1 : n;
    if (to != NULL) __bmc_apart(to, most, from, most * sizeof *from);
    for (size_t i = 0; i <= length; i++) {
        if (to != NULL && i == n) return n;
        if (from[i] < 0 || from[i] > 127) return SIZE_MAX;
        if (to != NULL) to[i] = (char)from[i];
    }
    return length;
}
