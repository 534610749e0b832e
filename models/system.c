/* errno, time, signals, processes, jumps. */
#include "bmc.h"

/* ---- errno ---- */

static _Thread_local int error_number;
MODEL int *__errno_location(void) { return &error_number; }
MODEL void __bmc_set_errno(int number) { error_number = number; }

/* ---- Time: any ---- */

/* Seconds from 1970 to the last day but one of the year 9999, which `ctime` can print in every time zone. */
#define LAST_SECOND 253402214399ll

static long any_time(void) {
    long now = __VERIFIER_nondet_long();
    long long wide = now;
    __bmc_assume(wide >= 0 && wide <= LAST_SECOND);
    return now;
}

MODEL long time(long *to) {
    long now = __VERIFIER_nondet_bool() ? any_time() : -1;
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
        to->seconds = any_time();
        to->fraction = __bmc_any_in(0, 999999);
    }
    return 0;
}

MODEL int clock_gettime(int which, struct time_pair *to) {
    (void)which;
    __bmc_check_write(to, sizeof *to);
    if (__VERIFIER_nondet_bool()) return -1;
    to->seconds = any_time();
    to->fraction = __bmc_any_in(0, 999999999);
    return 0;
}

MODEL int timespec_get(struct time_pair *to, int base) {
    __bmc_check_write(to, sizeof *to);
    if (__VERIFIER_nondet_bool()) return 0;
    to->seconds = any_time();
    to->fraction = __bmc_any_in(0, 999999999);
    return base;
}

MODEL double difftime(long later, long earlier) { return (double)later - (double)earlier; }

/* glibc's struct tm. */
struct calendar {
    int second, minute, hour, day, month, year, weekday, yearday, summer;
    long offset;
    const char *zone;
};

static void any_calendar(struct calendar *to) {
    to->second = __bmc_any_in(0, 60);
    to->minute = __bmc_any_in(0, 59);
    to->hour = __bmc_any_in(0, 23);
    to->day = __bmc_any_in(1, 31);
    to->month = __bmc_any_in(0, 11);
    to->year = __VERIFIER_nondet_int();
    to->weekday = __bmc_any_in(0, 6);
    to->yearday = __bmc_any_in(0, 365);
    to->summer = __bmc_any_in(-1, 1);
    to->offset = __VERIFIER_nondet_long();
    to->zone = "UTC";
}

static struct calendar shared_calendar;

static struct calendar *break_down(const long *from, struct calendar *to) {
    long long seconds = *from;
    /* Whether the year fits an int. */
    if (seconds < -67768040609740800ll || seconds > 67768036191676799ll) return NULL;
    any_calendar(to);
    return to;
}

MODEL struct calendar *localtime(const long *from) { return break_down(from, &shared_calendar); }
MODEL struct calendar *gmtime(const long *from) { return break_down(from, &shared_calendar); }

MODEL struct calendar *localtime_r(const long *restrict from, struct calendar *restrict to) {
    return break_down(from, to);
}

MODEL struct calendar *gmtime_r(const long *restrict from, struct calendar *restrict to) {
    return break_down(from, to);
}

/* Brings the fields into range. */
MODEL long mktime(struct calendar *from) {
    __bmc_check_write(from, sizeof *from);
    if (__VERIFIER_nondet_bool()) return -1;
    any_calendar(from);
    return __VERIFIER_nondet_long();
}

MODEL size_t strftime(char *restrict to, size_t size, const char *restrict f, const struct calendar *restrict from) {
    __bmc_strlen(f);
    __bmc_check_read(from, sizeof *from);
    size_t length = __VERIFIER_nondet_size_t();
    if (size == 0) return 0;
    __bmc_check_write(to, 1);
    if (size > __bmc_room(to)) __bmc_unsupported("strftime that is told more than the buffer holds");
    __bmc_havoc(to, size);
    __bmc_assume(length < size);
    if (length > 0) to[length] = 0;
    return length;
}

static char date[26];

static char *any_date(char *to) {
    __bmc_havoc(to, sizeof date - 1);
    to[sizeof date - 2] = '\n';
    to[sizeof date - 1] = 0;
    return to;
}

MODEL char *asctime(const struct calendar *from) {
    __bmc_check_read(from, sizeof *from);
    return any_date(date);
}

MODEL char *ctime(const long *from) {
    long long seconds = *from;
    if (seconds >= 0 && seconds <= LAST_SECOND) return any_date(date);
    return __VERIFIER_nondet_bool() ? any_date(date) : NULL;
}

MODEL void tzset(void) {}

/* ---- Waiting: no effect, any result; without signals, which nobody sends, it is complete ---- */

MODEL unsigned sleep(unsigned seconds) {
    if (__bmc_executes()) return 0;
    unsigned left = __VERIFIER_nondet_uint();
    __bmc_assume(left <= seconds);
    return left;
}

MODEL int usleep(unsigned microseconds) {
    (void)microseconds;
    return __bmc_executes() ? 0 : __bmc_any_in(-1, 0);
}

MODEL int nanosleep(const struct time_pair *length, struct time_pair *left) {
    __bmc_check_read(length, sizeof *length);
    if (__bmc_executes()) return 0;
    int result = __bmc_any_in(-1, 0);
    if (result != 0 && left != NULL) {
        long seconds = __VERIFIER_nondet_long();
        __bmc_assume(seconds >= 0 && seconds <= length->seconds);
        left->seconds = seconds;
        left->fraction = __bmc_any_in(0, 999999999);
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

MODEL int __bmc_other_locale;

/* Another locale may exist or not. */
MODEL char *setlocale(int category, const char *name) {
    (void)category;
    if (name != NULL) {
        __bmc_strlen(name);
        if (__VERIFIER_nondet_bool()) return NULL;
        __bmc_other_locale = !(name[0] == 'C' && name[1] == 0);
    }
    return __bmc_other_locale ? "other" : "C";
}

/* ---- Jumps ---- */

MODEL int setjmp(void **place) { return __bmc_set_jump(place), 0; }
MODEL int _setjmp(void **place) { return __bmc_set_jump(place), 0; }
MODEL int sigsetjmp(void **place, int mask) { return (void)mask, __bmc_set_jump(place), 0; }
MODEL int __sigsetjmp(void **place, int mask) { return (void)mask, __bmc_set_jump(place), 0; }

MODEL NORETURN void longjmp(void **place, int value) { __bmc_jump(place, value); }
MODEL NORETURN void _longjmp(void **place, int value) { __bmc_jump(place, value); }
MODEL NORETURN void siglongjmp(void **place, int value) { __bmc_jump(place, value); }
MODEL NORETURN void __longjmp_chk(void **place, int value) { __bmc_jump(place, value); }

/* ---- Network byte order: big endian ---- */

#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define NETWORK32(x) __builtin_bswap32(x)
#define NETWORK16(x) __builtin_bswap16(x)
#else
#define NETWORK32(x) (x)
#define NETWORK16(x) (x)
#endif
MODEL unsigned htonl(unsigned host) { return NETWORK32(host); }
MODEL unsigned short htons(unsigned short host) { return NETWORK16(host); }
MODEL unsigned ntohl(unsigned network) { return NETWORK32(network); }
MODEL unsigned short ntohs(unsigned short network) { return NETWORK16(network); }
