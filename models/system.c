/* errno, time, signals, processes, jumps. */
#include "bmc.h"

/* ---- errno ---- */

static _Thread_local int error_number;
MODEL int *__errno_location(void) { return &error_number; }
MODEL void __bmc_set_errno(int number) { *__errno_location() = number; }

/* ---- Time: any ---- */

MODEL long time(long *to) {
    long now = __VERIFIER_nondet_long();
    __bmc_assume(now >= 0);
    if (to != NULL) *to = now;
    return now;
}

MODEL long clock(void) {
    long used = __VERIFIER_nondet_long();
    __bmc_assume(used >= -1);
    return used;
}

struct time_pair {
    long seconds, fraction;
};

MODEL int gettimeofday(struct time_pair *restrict to, void *restrict zone) {
    (void)zone;
    if (to != NULL) {
        to->seconds = time(NULL);
        to->fraction = __bmc_any_in(0, 999999);
    }
    return 0;
}

MODEL int clock_gettime(int which, struct time_pair *to) {
    (void)which;
    if (__VERIFIER_nondet_bool()) return -1;
    to->seconds = time(NULL);
    to->fraction = __bmc_any_in(0, 999999999);
    return 0;
}

/* ---- Waiting: no effect, any result ---- */

MODEL unsigned sleep(unsigned seconds) {
    unsigned left = __VERIFIER_nondet_uint();
    __bmc_assume(left <= seconds);
    return left;
}

MODEL int usleep(unsigned microseconds) { return (void)microseconds, __bmc_any_in(-1, 0); }

MODEL int nanosleep(const struct time_pair *length, struct time_pair *left) {
    __bmc_check_read(length, sizeof *length);
    int result = __bmc_any_in(-1, 0);
    if (result != 0 && left != NULL) {
        __bmc_check_write(left, sizeof *left);
        __bmc_havoc(left, sizeof *left);
    }
    return result;
}

MODEL unsigned alarm(unsigned seconds) { return (void)seconds, __VERIFIER_nondet_uint(); }

/* ---- Signals: none arrives from outside; one that the program raises itself needs its handler ---- */

typedef void handler(int);

MODEL handler *signal(int number, handler *function) {
    (void)number, (void)function;
    return NULL;
}

MODEL int sigaction(int number, const void *restrict action, void *restrict old) {
    (void)number, (void)action;
    if (old != NULL) __bmc_unsupported("sigaction that asks for the old action");
    return 0;
}

MODEL int raise(int number) {
    if (number == 6 || number == 9) __bmc_end_path();
    __bmc_unsupported("raise");
}

/* ---- Processes ---- */

MODEL int getpid(void) { return __bmc_any_in(1, INT_MAX); }
MODEL int getppid(void) { return __bmc_any_in(0, INT_MAX); }
MODEL unsigned getuid(void) { return __VERIFIER_nondet_uint(); }
MODEL unsigned geteuid(void) { return __VERIFIER_nondet_uint(); }
MODEL unsigned getgid(void) { return __VERIFIER_nondet_uint(); }
MODEL unsigned getegid(void) { return __VERIFIER_nondet_uint(); }
MODEL int isatty(int fd) { return (void)fd, __bmc_any_in(0, 1); }
MODEL int fork(void) { __bmc_unsupported("fork"); }
MODEL int vfork(void) { __bmc_unsupported("vfork"); }

MODEL char *setlocale(int category, const char *name) {
    (void)category;
    if (name != NULL && *name != 0 && *name != 'C') __bmc_unsupported("a locale other than C");
    return __VERIFIER_nondet_bool() ? NULL : "C";
}

/* ---- Jumps: taking one is not supported, preparing for it is ---- */

MODEL int setjmp(void *place) { return (void)place, 0; }
MODEL int _setjmp(void *place) { return (void)place, 0; }
MODEL int sigsetjmp(void *place, int mask) { return (void)place, (void)mask, 0; }
MODEL int __sigsetjmp(void *place, int mask) { return (void)place, (void)mask, 0; }

MODEL NORETURN void longjmp(void *place, int value) {
    (void)place, (void)value;
    __bmc_unsupported("longjmp");
}

MODEL NORETURN void _longjmp(void *place, int value) { longjmp(place, value); }
MODEL NORETURN void siglongjmp(void *place, int value) { longjmp(place, value); }
MODEL NORETURN void __longjmp_chk(void *place, int value) { longjmp(place, value); }
