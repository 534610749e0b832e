/* The boundary between the models and the engines.
 *
 * The models are the environment of a C program (the library, the operating system), written in C on top of the few
 * functions declared here, which every engine implements itself. No system header is included, so that one source
 * serves both data models. Every model is a weak definition: the program's own one wins when both are linked.
 *
 * Rules for a model: loops end at the end of the object they walk (`__bmc_room`), never only at a byte of the
 * program's choosing; nothing is undefined, not even for wrong arguments, except an access that is the program's own
 * error; it calls no function that the program may define itself (what models share is static, or named `__bmc_...`),
 * but malloc, realloc, free, memcpy, memmove and memset; what cannot be modelled soundly ends in
 * `__bmc_unsupported`. */
#ifndef BMC_H
#define BMC_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
typedef __PTRDIFF_TYPE__ ssize_t;
typedef __WCHAR_TYPE__ wchar_t;
typedef __WINT_TYPE__ wint_t;
typedef __INTMAX_TYPE__ intmax_t;
typedef __UINTMAX_TYPE__ uintmax_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef __UINT64_TYPE__ uint64_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT32_TYPE__ uint32_t;
typedef __builtin_va_list va_list;

#define NULL ((void *)0)
#define INT_MAX __INT_MAX__
#define LONG_MAX __LONG_MAX__
#define LLONG_MAX __LONG_LONG_MAX__
#define SIZE_MAX __SIZE_MAX__
#define EOF (-1)
#define PTRDIFF_MIN (-__PTRDIFF_MAX__ - 1)

/* Error numbers of Linux that a model reports. */
#define EINVAL 22
#define EDOM 33
#define ERANGE 34
#define EOVERFLOW 75

/* A definition that the program may replace. */
#define MODEL __attribute__((weak))
#define NORETURN __attribute__((noreturn))

/* ---- What an engine implements ---- */

/* Only runs in which `condition` holds go on. */
void __bmc_assume(int condition);
/* A violation of the kind `assert`, described by `what`, when `condition` does not hold. */
void __bmc_assert(int condition, const char *what);
/* This run is over, without a violation and without the checks made at the end of a program. */
NORETURN void __bmc_end_path(void);
/* The program ends here with this status: leaks are looked for now. */
NORETURN void __bmc_exit(int status);
/* Something the models cannot describe: the answer is UNKNOWN, naming `what`, if this can be reached. */
NORETURN void __bmc_unsupported(const char *what);
/* Size in bytes of the object that `p` points into; 0 when `p` points into none. */
size_t __bmc_object_size(const void *p);
/* Distance in bytes of `p` from the start of its object. */
size_t __bmc_offset(const void *p);
/* An invalid read (write) unless `size` bytes at `p` can be read (written); nothing is accessed. */
void __bmc_check_read(const void *p, size_t size);
void __bmc_check_write(void *p, size_t size);
/* Whether `size` bytes at `p` could be read (written); never at null. */
int __bmc_readable(const void *p, size_t size);
int __bmc_writable(const void *p, size_t size);
/* Whether two pointers lead into one object, or both into none. */
int __bmc_same_object(const void *p, const void *q);
/* Whether `p` leads into a heap object, which may have ended. */
int __bmc_is_heap(const void *p);
/* An object that the caller of a function gives it: on the heap, with any content, in which pointers come from outside of the
 * program. Null where it is too large. */
void *__bmc_given(size_t size);
/* Whether `p` leads into such an object, which may have ended, or into a variable of the program outside of functions. */
int __bmc_is_given(const void *p);
/* Writes any bytes. The caller has checked the range. */
void __bmc_havoc(void *p, size_t size);
/* The same for bytes that are read next, where they are those of a device that gives any value (--region); the front end calls
 * it. */
void __bmc_refresh(void *p, size_t size);

/* A number below `count`, which is not 0: which one, nobody knows. */
unsigned __bmc_choose(unsigned count);
/* Whether the program is executed, so that its output is wanted; a constant. */
int __bmc_executes(void);
/* Whether these bytes are known to be the same on all runs that come here: what is computed of them may be as exact as where
 * the program is executed. Otherwise the run has to go on with any value (__bmc_guess), or end in __bmc_unsupported. */
int __bmc_known(const void *p, size_t size);
/* A value follows that is any of several though each run has only one. Where all is known, it must not be called: a
 * counterexample is a run that computes it. */
void __bmc_guess(void);
/* The program writes bytes, which can be read, to a file descriptor: how many, or an error as below. */
long long __bmc_output(int fd, const void *from, size_t size);

/* Whether an operating system is there: input comes from files and is not any input; a constant. */
int __bmc_system(void);
/* Its calls, only where it is there. Results are Linux's, errors negative; flags are those on x86. */
long long __bmc_sys_open(const char *name, int flags, unsigned mode);
long long __bmc_sys_read(int fd, void *to, size_t size);
long long __bmc_sys_close(int fd);
long long __bmc_sys_seek(int fd, long long offset, int from);
long long __bmc_sys_remove(const char *name);
long long __bmc_sys_rename(const char *from, const char *to);

/* ---- Threads, for the library that makes them ---- */

/* An activation of a function that has not begun; where it goes on is part of it. */
void *__bmc_make_frame(void (*function)(void *), void *argument);
/* The thread of that number is the one that is resumed next. Threads that live at the same time have different numbers,
 * and each keeps its own. */
void __bmc_runs(unsigned number);
/* The activation runs on, and the caller is forgotten. */
NORETURN void __bmc_resume(void *frame);
/* The activation that was interrupted, for `__bmc_scheduler`; null when it had been resumed, as it is where it was, and when
 * its thread has ended. */
void *__bmc_interrupted(void);
/* Interrupts the thread here: `__bmc_scheduler` is called. */
void __bmc_yield(void);
/* Ends the thread. */
NORETURN void __bmc_end_thread(void);
/* From here to the end, or to the return of the function that calls this, no other thread runs. */
void __bmc_atomic_begin(void);
void __bmc_atomic_end(void);
/* The same from where others see nothing of what follows. */
void __bmc_private(void);
/* Ends the program as the return of its entry function with the status 0 does. */
NORETURN void __bmc_end_program(void);
/* Where a thread that another one has cancelled ends, and where it may end (POSIX, XSH 2.9.5.2). */
void __bmc_cancellation_point(void);
void __bmc_optional_cancellation_point(void);
/* Where a wait that nobody ends is told, or ends the path. */
void __bmc_waits_for_ever(void);
/* An object of zeros that belongs to the library, until it gives it back. */
void *__bmc_obj_make(size_t size);
void __bmc_obj_free(void *p);
/* Whether something has been written to each of these bytes. */
int __bmc_defined(const void *p, size_t size);
/* For the check of races: the library reads (writes) there for its caller, which is no synchronisation; the range is
 * one that it accesses. */
void __bmc_reads(const void *p, size_t size);
void __bmc_writes(void *p, size_t size);
/* The same: this function need not avoid data races with others that name the same object, one of them changing it;
 * whether it does is the library's choice. */
void __bmc_may_race(const void *state, int changes);
/* The same: the caller learns what another thread has done without being ordered with it. */
void __bmc_unordered(void);
/* Where the activation is put away that goes on next; null where the scheduler chooses. */
const void *__bmc_wanted(void);
/* How threads are followed: 0 one operation after the other, as the scheduler chooses; otherwise each as a whole, with all that
 * others may do where it reads what they share, and 2 says that there may be others. Then to wait is to go on only where the wait
 * has ended. */
int __bmc_events(void);
/* Another thread begins with this function. */
void __bmc_start(void (*function)(void *), void *thread);
/* The thread waits here: for one thread, which is needed; for all that go on; for some, it is not known which; until it wakes, with
 * or without a signal; or for who holds what is needed. Only then it goes on. */
enum how { FOR_ONE, FOR_ALL, FOR_SOME, MAY_WAKE, FOR_HOLDER };
void __bmc_await(enum how how, const void *needed);
/* What a thread does with what others wait for. A condition variable: it waits, with a mutex; wakes one that waits, or all; makes or
 * destroys it. What has holders: it holds it once more, or once less. A
 * mutex, and where its bytes end: it has taken it, or given it back. A thread: it has waited for its end. */
enum sync_use { WAITS, WAKES_ONE, WAKES_ALL, RENEWS, HOLDS, RELEASES, LOCKS, UNLOCKS, JOINS };
void __bmc_sync(enum sync_use what, const void *object, const void *with);
/* Whether a number is the address of what the library keeps of a thread. */
int __bmc_is_thread(const void *thread);
/* Whether a call is misuse depends on other threads, and is not known. */
void __bmc_unknown_misuse(void);
/* Whether who waits for a condition variable may wake without a signal. */
int __bmc_may_wake(void);
/* A violation, when it is checked: threads wait for each other. The place is that of the activation, or the caller's where it
 * is null. */
void __bmc_deadlock(const void *frame);
/* A violation, when it is checked: the library does not define what this call does. */
void __bmc_misuse(void);

/* The caller is left by a jump to a place that setjmp has marked. */
void __bmc_jump_out(void *place, int with);

/* Signals that the machine may send for what is not checked, the lowest bit for the number 1; a constant. */
uint64_t __bmc_unchecked_signals(void);
/* The program ends as by `abort`. */
NORETURN void __bmc_abort(void);
/* Violations, when they are checked: an exception that nothing catches, the end by std::terminate. */
void __bmc_uncaught(void);
void __bmc_terminates(void);
/* Activations of the thread; the clauses of the call that activation `n` is in, from 0 for that of the caller, or null. */
unsigned __bmc_activations(void);
const void *__bmc_clauses(unsigned n);

/* Memory for one object (kind 0) or an array of them (kind 1), as operator new gives it, with an alignment or 0; null where allocation
 * may fail. */
void *__bmc_new(size_t size, int array, int aligned, size_t align);
/* Frees what `__bmc_new` gave for the same form; anything else but null is an invalid free. */
void __bmc_delete(void *p, int array, int aligned);
/* The same; another size than the object's is an invalid free, too. */
void __bmc_delete_sized(void *p, int array, int aligned, size_t size);

/* Any value of the type. */
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
char __VERIFIER_nondet_char(void);
unsigned char __VERIFIER_nondet_uchar(void);
short __VERIFIER_nondet_short(void);
unsigned short __VERIFIER_nondet_ushort(void);
long __VERIFIER_nondet_long(void);
unsigned long __VERIFIER_nondet_ulong(void);
long long __VERIFIER_nondet_longlong(void);
unsigned long long __VERIFIER_nondet_ulonglong(void);
_Bool __VERIFIER_nondet_bool(void);
size_t __VERIFIER_nondet_size_t(void);

void *malloc(size_t size);
void *realloc(void *p, size_t size);
void free(void *p);
void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);

/* ---- Shared by the models ---- */

/* Bytes from `p` to the end of its object. */
static inline size_t __bmc_room(const void *p) {
    size_t size = __bmc_object_size(p), offset = __bmc_offset(p);
    return offset <= size ? size - offset : 0;
}

/* A walk reached the end of its object: reading on is the program's error. */
NORETURN static inline void __bmc_read_past(const void *end) {
    __bmc_check_read(end, 1);
    __bmc_end_path();
}

/* Characters in the C locale. */
static inline int __bmc_is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }
static inline int __bmc_is_digit(int c) { return c >= '0' && c <= '9'; }

/* Value of a digit in any base up to 36; 36 when the character is none. */
static inline unsigned __bmc_digit(int c) {
    if (__bmc_is_digit(c)) return (unsigned)(c - '0');
    if (c >= 'a' && c <= 'z') return (unsigned)(c - 'a') + 10;
    if (c >= 'A' && c <= 'Z') return (unsigned)(c - 'A') + 10;
    return 36;
}

/* Seconds from 1970 to the last day but one of the year 9999, which `ctime` can print in every time zone. */
#define LAST_SECOND 253402214399ll

/* Any value in low..high; 0 where values are not chosen otherwise and it is one of them. */
static inline int __bmc_any_in(int low, int high) {
    if (__bmc_executes()) {
        /* No branch: one choice may stand for many. */
        uint64_t first = low <= 0 && high >= 0 ? -(uint64_t)low : 0, count = (uint64_t)high - (uint64_t)low + 1;
        uint64_t at = first + __bmc_choose((unsigned)count);
        at -= count * (at >= count);
        return (int)((unsigned)low + (unsigned)at);
    }
    int value = __VERIFIER_nondet_int();
    __bmc_assume(value >= low && value <= high);
    return value;
}

/* Length of a string; the program's error when it does not end inside its object. Engines may replace it. */
size_t __bmc_strlen(const char *s);
/* The same, but at most `max` bytes are looked at. */
size_t __bmc_strnlen(const char *s, size_t max);
size_t __bmc_wcslen(const wchar_t *s);
size_t __bmc_wcsnlen(const wchar_t *s, size_t max);
/* A violation of the kind `overlap`: the library would read what it writes. */
void __bmc_overlap(void);
/* The same where `written` bytes at one place and `read` bytes at the other, which can be accessed, have some in common. */
void __bmc_apart(const void *to, size_t written, const void *from, size_t read);
/* Sets `errno`. */
void __bmc_set_errno(int number);
/* Whether `setlocale` may have chosen a locale other than C. Characters are classified as in C all the same. */
extern int __bmc_other_locale;
/* Runs what `exit` runs first; also called by the engine when `main` returns, if it is linked. */
void __bmc_run_exit_handlers(void);

#endif
