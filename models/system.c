/* errno, time without its calendar (calendar.c), processes, locales, jumps. */
#include "threads.h"

/* ---- errno ---- */

/* Engines set it where allocation fails. */
MODEL _Thread_local int __bmc_errno;
MODEL int *__errno_location(void) { return &__bmc_errno; }
MODEL void __bmc_set_errno(int number) { __bmc_errno = number; }

/* ---- Time: any ---- */

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

/* What `clock` told last; it may fail in between. */
static long used_before;

MODEL long clock(void) {
    if (__VERIFIER_nondet_bool()) return -1;
    long used = __VERIFIER_nondet_long();
    __bmc_atomic_begin();
    __bmc_assume(used >= used_before);
    return used_before = used;
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

/* What the clocks that never go back told last (Linux, time.h): CLOCK_MONOTONIC and those like it, and the time of the process; that of
 * the thread. */
static struct time_pair told[8];
static __thread struct time_pair told_of_thread;

static struct time_pair *told_last(int which) {
    if (which == 3) return &told_of_thread;
    return which == 1 || which == 2 || which == 4 || which == 6 || which == 7 ? &told[which] : NULL;
}

MODEL int clock_gettime(int which, struct time_pair *to) {
    __bmc_check_write(to, sizeof *to);
    if (__VERIFIER_nondet_bool()) return -1;
    struct time_pair now = {any_time(), __bmc_any_in(0, 999999999)}, *before = told_last(which);
    if (before != NULL) {
        __bmc_atomic_begin();
        __bmc_assume(now.seconds > before->seconds || (now.seconds == before->seconds && now.fraction >= before->fraction));
        *before = now;
        __bmc_atomic_end();
    }
    *to = now;
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

/* ---- Waiting: no effect, any result; without signals, which nobody sends, it is complete ---- */

/* Whether nothing interrupts who sleeps; signals are not followed where there are threads. */
static int sleeps_on(void) { return __bmc_executes() || __bmc_events() == 2; }

MODEL unsigned sleep(unsigned seconds) {
    __bmc_cancellation_point();
    if (sleeps_on()) return 0;
    unsigned left = __VERIFIER_nondet_uint();
    __bmc_assume(left <= seconds);
    return left;
}

MODEL int usleep(unsigned microseconds) {
    (void)microseconds;
    __bmc_cancellation_point();
    return sleeps_on() ? 0 : __bmc_any_in(-1, 0);
}

MODEL int nanosleep(const struct time_pair *length, struct time_pair *left) {
    __bmc_check_read(length, sizeof *length);
    __bmc_reads(length, sizeof *length);
    __bmc_cancellation_point();
    if (sleeps_on()) return 0;
    int result = __bmc_any_in(-1, 0);
    if (result != 0 && left != NULL) {
        long seconds = __VERIFIER_nondet_long();
        __bmc_assume(seconds >= 0 && seconds <= length->seconds);
        left->seconds = seconds;
        left->fraction = __bmc_any_in(0, 999999999);
    }
    return result;
}

/* ---- Processes ---- */

/* Any number, the same one each time. */
static int own_process(void) {
    static int number;
    __bmc_atomic_begin();
    if (number == 0) number = __bmc_any_in(1, INT_MAX);
    return number;
}

MODEL int getpid(void) { return own_process(); }
MODEL int getppid(void) { return __bmc_any_in(0, INT_MAX); }
MODEL unsigned getuid(void) { return __VERIFIER_nondet_uint(); }
MODEL unsigned geteuid(void) { return __VERIFIER_nondet_uint(); }
MODEL unsigned getgid(void) { return __VERIFIER_nondet_uint(); }
MODEL unsigned getegid(void) { return __VERIFIER_nondet_uint(); }

/* A limit or what the system has: any, or an error. */
static long any_limit(void) {
    long value = __VERIFIER_nondet_long();
    __bmc_assume(value >= -1);
    return value;
}
MODEL long sysconf(int which) { return (void)which, any_limit(); }
MODEL long __sysconf(int which) { return (void)which, any_limit(); }

MODEL int isatty(int fd) { return (void)fd, __bmc_any_in(0, 1); }
MODEL int fork(void) { __bmc_unsupported("fork"); }
MODEL int vfork(void) { __bmc_unsupported("vfork"); }

MODEL int __bmc_other_locale;

static int is_locale_c(const char *name) {
    return compare(name, "C", SIZE_MAX, 0) == 0 || compare(name, "POSIX", SIZE_MAX, 0) == 0;
}

/* LC_ALL of glibc. */
#define ALL_CATEGORIES 6

/* Another locale may exist or not. */
MODEL char *setlocale(int category, const char *name) {
    if (name != NULL) {
        __bmc_strlen(name);
        /* It need not avoid data races with what depends on the locale, which is much. */
        if (first.next != NULL || __bmc_events() == 2) __bmc_unordered();
        int other = !is_locale_c(name);
        if (other && __VERIFIER_nondet_bool()) return NULL;
        /* One category leaves the others as they are. */
        __bmc_other_locale = other || (category != ALL_CATEGORIES && __bmc_other_locale);
        return other ? "other" : "C";
    }
    return __bmc_other_locale ? "other" : "C";
}

/* glibc's struct lconv: ten strings, of which the first is the decimal point, and fourteen numbers. */
struct conventions {
    char *texts[10];
    char numbers[14];
};

MODEL struct conventions *localeconv(void) {
    static struct conventions of_c;
    if (__bmc_other_locale) __bmc_unsupported("localeconv in a locale other than C");
    __bmc_may_race(&of_c, 1);
    for (int i = 0; i < 10; i++) of_c.texts[i] = i == 0 ? "." : "";
    for (int i = 0; i < 14; i++) of_c.numbers[i] = (char)((char)-1 < 0 ? 127 : 255);
    return &of_c;
}

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
