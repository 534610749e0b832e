/* What the models stand on where they are native, and comparing. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

/* ---- The hypercalls ---- */

static unsigned long long state = 88172645463325252ull;
static unsigned long long any(void) {
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}
static unsigned below(unsigned n) { return (unsigned)(any() % n); }

static const char *context = "";
static unsigned long comparisons, differences;

static void fail(const char *what) {
    printf("%s: %s\n", context, what);
    fflush(stdout);
    exit(1);
}

/* Objects whose bounds the models must respect; anything else is large. */
static struct {
    const char *start;
    size_t size;
} objects[8];
static unsigned object_count;

static void forget_objects(void) { object_count = 0; }
static void *object(const void *start, size_t size) {
    if (object_count == 8) fail("too many objects in the test");
    objects[object_count].start = start;
    objects[object_count++].size = size;
    return (void *)start;
}

size_t __bmc_object_size(const void *p) {
    for (unsigned i = 0; i < object_count; i++)
        if ((const char *)p >= objects[i].start && (const char *)p <= objects[i].start + objects[i].size)
            return objects[i].size;
    return SIZE_MAX / 2;
}
size_t __bmc_offset(const void *p) {
    for (unsigned i = 0; i < object_count; i++)
        if ((const char *)p >= objects[i].start && (const char *)p <= objects[i].start + objects[i].size)
            return (size_t)((const char *)p - objects[i].start);
    return 0;
}
void __bmc_check_read(const void *p, size_t size) {
    if (__bmc_object_size(p) - __bmc_offset(p) < size) fail("the model reads out of bounds");
}
void __bmc_check_write(void *p, size_t size) { __bmc_check_read(p, size); }
int __bmc_readable(const void *p, size_t size) { return __bmc_object_size(p) - __bmc_offset(p) >= size; }
int __bmc_writable(const void *p, size_t size) { return __bmc_readable(p, size); }
int __bmc_same_object(const void *p, const void *q) {
    return (const char *)p - __bmc_offset(p) == (const char *)q - __bmc_offset(q);
}
int __bmc_is_heap(const void *p) { return (void)p, 0; }
void __bmc_assume(int condition) {
    if (!condition) fail("assumption does not hold");
}
void __bmc_assert(int condition, const char *what) {
    if (!condition) fail(what);
}
void __bmc_end_path(void) { fail("the path ends"); __builtin_trap(); }
void __bmc_exit(int status) { (void)status; fail("the program ends"); __builtin_trap(); }
void __bmc_unsupported(const char *what) { fail(what); __builtin_trap(); }
void __bmc_havoc(void *p, size_t size) {
    for (size_t i = 0; i < size; i++) ((char *)p)[i] = (char)any();
}
unsigned __bmc_choose(unsigned count) { return (unsigned)any() % count; }
void *__bmc_given(size_t size) { return malloc(size); }
void *__CPROVER_allocate(size_t size, _Bool zero) { return zero ? calloc(1, size) : malloc(size); }
int __bmc_is_given(const void *p) { return 0; }
int __bmc_executes(void) { return 0; }
uint64_t __bmc_unchecked_signals(void) { return 0; }
struct context { int registers; } __bmc_signal_context;
int __bmc_known(const void *p, size_t size) { return 1; }
void __bmc_guess(void) { fail("a value is guessed"); }
int __bmc_system(void) { return 0; }
/* Nothing is executed, so these are not called. */
static long long executed(void) { fail("the system is called"); return 0; }
long long __bmc_output(int fd, const void *from, size_t size) { return (void)fd, (void)from, (void)size, executed(); }
long long __bmc_sys_open(const char *name, int flags, unsigned mode) {
    return (void)name, (void)flags, (void)mode, executed();
}
long long __bmc_sys_read(int fd, void *to, size_t size) { return (void)fd, (void)to, (void)size, executed(); }
long long __bmc_sys_close(int fd) { return (void)fd, executed(); }
long long __bmc_sys_seek(int fd, long long offset, int from) {
    return (void)fd, (void)offset, (void)from, executed();
}
long long __bmc_sys_remove(const char *name) { return (void)name, executed(); }
long long __bmc_sys_rename(const char *from, const char *to) { return (void)from, (void)to, executed(); }
/* Threads are not compared. */
static void thread(void) { fail("threads"); __builtin_trap(); }
void *__bmc_make_frame(void (*f)(void *), void *argument) { (void)f, (void)argument; thread(); return NULL; }
void __bmc_resume(void *frame) { (void)frame; thread(); }
void *__bmc_interrupted(void) { thread(); return NULL; }
void __bmc_yield(void) { thread(); }
void __bmc_runs(unsigned number) { (void)number; thread(); }
void __bmc_reads(const void *p, size_t size) { (void)p, (void)size; }
void __bmc_writes(void *p, size_t size) { (void)p, (void)size; }
void __bmc_may_race(const void *state, int changes) { (void)state, (void)changes; }
void __bmc_unordered(void) {}
void __bmc_end_thread(void) { thread(); }
void __bmc_atomic_begin(void) {}
void __bmc_atomic_end(void) { thread(); }
void __bmc_private(void) { thread(); }
void *__bmc_obj_make(size_t size) { (void)size; thread(); return NULL; }
void __bmc_obj_free(void *p) { (void)p; thread(); }
int __bmc_defined(const void *p, size_t size) { (void)p, (void)size; thread(); return 0; }
void __bmc_end_program(void) { thread(); }
int __bmc_may_wake(void) { return 0; }
int __bmc_events(void) { return 0; }
const void *__bmc_wanted(void) { return NULL; }
void __bmc_start(void (*function)(void *), void *thread_) { (void)function, (void)thread_, thread(); }
void __bmc_await(int how, const void *needed) { (void)how, (void)needed, thread(); }
int __bmc_is_thread(const void *p) { return (void)p, 0; }
void __bmc_unknown_misuse(void) {}
void __bmc_sync(int what, const void *c, const void *m) { (void)what, (void)c, (void)m; }
void __bmc_deadlock(const void *frame) { (void)frame, thread(); }
void __bmc_misuse(void) { thread(); }
void __bmc_abort(void) { abort(); }
void __bmc_uncaught(void) { thread(); }
void __bmc_terminates(void) { thread(); }
unsigned __bmc_activations(void) { return 0; }
const void *__bmc_clauses(unsigned n) { (void)n; return NULL; }
void *__bmc_new(size_t size, int array, int aligned, size_t align) { return (void)array, (void)aligned, align <= 16 ? malloc(size) : NULL; }
void __bmc_delete(void *p, int array, int aligned) { (void)array, (void)aligned, free(p); }
void __bmc_delete_sized(void *p, int array, int aligned, size_t size) { (void)size, __bmc_delete(p, array, aligned); }
const void *_ZTVN10__cxxabiv117__class_type_infoE[4];
const void *_ZTVN10__cxxabiv120__si_class_type_infoE[4];
const void *_ZTVN10__cxxabiv121__vmi_class_type_infoE[4];
int __VERIFIER_nondet_int(void) { return 0; }
unsigned __VERIFIER_nondet_uint(void) { return 0; }
char __VERIFIER_nondet_char(void) { return 'x'; }
long __VERIFIER_nondet_long(void) { return 0; }
unsigned long __VERIFIER_nondet_ulong(void) { return 1; }
unsigned long long __VERIFIER_nondet_ulonglong(void) { return 1; }
_Bool __VERIFIER_nondet_bool(void) { return 0; }
size_t __VERIFIER_nondet_size_t(void) { return 0; }

/* ---- Comparing ---- */

static void compare(long long theirs, long long ours, const char *function, const char *input) {
    comparisons++;
    if (theirs == ours) return;
    if (++differences <= 50) printf("%s(%s): C library %lld, model %lld\n", function, input, theirs, ours);
}

static void compare_text(const char *theirs, const char *ours, size_t size, const char *function, const char *input) {
    comparisons++;
    if (memcmp(theirs, ours, size) == 0) return;
    if (++differences <= 50) printf("%s(%s): C library '%s', model '%s'\n", function, input, theirs, ours);
}

static int sign(int i) { return (i > 0) - (i < 0); }

/* A random string of at most `max` characters of `letters`, in a new object of just its size. */
static char *text(const char *letters, unsigned max) {
    unsigned length = below(max + 1), kinds = (unsigned)strlen(letters);
    char *s = malloc(length + 1);
    for (unsigned i = 0; i < length; i++) s[i] = letters[below(kinds)];
    s[length] = 0;
    return object(s, length + 1);
}

#define DECLARE(result, name, ...) result model_##name(__VA_ARGS__);
