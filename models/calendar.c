/* The calendar of time.h. In which time zone the program runs is not known. */
#include "bmc.h"

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

/* Whether the year fits an int. */
static int has_calendar(const long *from) {
    long long seconds = *from;
    return seconds >= -67768040609740800ll && seconds <= 67768036191676799ll;
}

/* The Gregorian calendar. Years are counted from March, so that the leap day is the last one; 400 years have 146097 days. */
static void universal(long long seconds, struct calendar *to) {
    long long days = seconds / 86400;
    int left = (int)(seconds % 86400);
    if (left < 0) {
        left += 86400;
        days--;
    }
    to->second = left % 60;
    to->minute = left / 60 % 60;
    to->hour = left / 3600;
    /* 1970-01-01 was a Thursday, and 719468 days after 0000-03-01. */
    to->weekday = (int)((days % 7 + 11) % 7);
    days += 719468;
    long long era = (days >= 0 ? days : days - 146096) / 146097;
    int day = (int)(days - era * 146097);
    int year = (day - day / 1460 + day / 36524 - day / 146096) / 365;
    int in_year = day - (365 * year + year / 4 - year / 100);
    int month = (5 * in_year + 2) / 153;
    to->day = in_year - (153 * month + 2) / 5 + 1;
    to->month = month < 10 ? month + 2 : month - 10;
    long long whole = year + era * 400 + (month >= 10);
    int leap = whole % 4 == 0 && (whole % 100 != 0 || whole % 400 == 0);
    to->year = (int)(whole - 1900);
    to->yearday = month < 10 ? in_year + 59 + leap : in_year - 306;
    to->summer = 0;
    to->offset = 0;
    to->zone = "GMT";
}

static struct calendar *local(const long *from, struct calendar *to) {
    if (!has_calendar(from)) return __bmc_set_errno(EOVERFLOW), NULL;
    any_calendar(to);
    return to;
}

static struct calendar *in_universal_time(const long *from, struct calendar *to) {
    if (!has_calendar(from)) return __bmc_set_errno(EOVERFLOW), NULL;
    if (__bmc_executes() || __bmc_known(from, sizeof *from)) {
        universal(*from, to);
        return to;
    }
    __bmc_guess();
    any_calendar(to);
    to->summer = 0;
    to->offset = 0;
    to->zone = "GMT";
    return to;
}

MODEL struct calendar *localtime(const long *from) {
    __bmc_writes(&shared_calendar, sizeof shared_calendar);
    return local(from, &shared_calendar);
}

MODEL struct calendar *gmtime(const long *from) {
    __bmc_writes(&shared_calendar, sizeof shared_calendar);
    return in_universal_time(from, &shared_calendar);
}

MODEL struct calendar *localtime_r(const long *restrict from, struct calendar *restrict to) { return local(from, to); }
MODEL struct calendar *gmtime_r(const long *restrict from, struct calendar *restrict to) {
    return in_universal_time(from, to);
}

/* Brings the fields into range. */
MODEL long mktime(struct calendar *from) {
    __bmc_check_write(from, sizeof *from);
    __bmc_writes(from, sizeof *from);
    if (__VERIFIER_nondet_bool()) return -1;
    any_calendar(from);
    return __VERIFIER_nondet_long();
}

/* ---- Text, in the C locale ---- */

/* Padded with zeros or spaces. */
static void put_digits(struct sink *to, int value, size_t width, char padding) {
    struct conversion c = {.kind = 'd', .width = width, .zero = padding == '0'};
    put_signed(to, &c, value);
}

static const char *const day_names[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const month_names[] = {"January", "February", "March",     "April",   "May",      "June",
                                          "July",    "August",   "September", "October", "November", "December"};

/* The standard leaves open what is written for fields out of range. */
static int in_range(int value, int low, int high) {
    if (value < low || value > high) __bmc_unsupported("a field out of range written by strftime");
    return value;
}

/* A name; the first three letters where it is short. */
static void put_name(struct sink *to, const char *name, int is_short) {
    struct conversion c = {.has_precision = is_short, .precision = 3};
    put_string(to, &c, name);
}

/* Of four digits: libraries differ in how they write others. */
static int year_of(const struct calendar *from) { return in_range(from->year, -900, 8099) + 1900; }
static int half_day(const struct calendar *from) { return (in_range(from->hour, 0, 23) + 11) % 12 + 1; }

/* What a conversion of several fields means; null for another one. */
static const char *expansion(char kind) {
    switch (kind) {
    case 'c': return "%a %b %e %H:%M:%S %Y";
    case 'D':
    case 'x': return "%m/%d/%y";
    case 'F': return "%Y-%m-%d";
    case 'r': return "%I:%M:%S %p";
    case 'R': return "%H:%M";
    case 'T':
    case 'X': return "%H:%M:%S";
    default: return NULL;
    }
}

static void put_field(struct sink *to, char kind, const struct calendar *from) {
    switch (kind) {
    case 'a':
    case 'A': put_name(to, day_names[in_range(from->weekday, 0, 6)], kind == 'a'); break;
    case 'b':
    case 'h':
    case 'B': put_name(to, month_names[in_range(from->month, 0, 11)], kind != 'B'); break;
    case 'C': put_digits(to, year_of(from) / 100, 2, '0'); break;
    case 'd': put_digits(to, in_range(from->day, 1, 31), 2, '0'); break;
    case 'e': put_digits(to, in_range(from->day, 1, 31), 2, ' '); break;
    case 'H': put_digits(to, in_range(from->hour, 0, 23), 2, '0'); break;
    case 'I': put_digits(to, half_day(from), 2, '0'); break;
    case 'j': put_digits(to, in_range(from->yearday, 0, 365) + 1, 3, '0'); break;
    case 'm': put_digits(to, in_range(from->month, 0, 11) + 1, 2, '0'); break;
    case 'M': put_digits(to, in_range(from->minute, 0, 59), 2, '0'); break;
    case 'n': put(to, '\n'); break;
    case 'p': put_name(to, in_range(from->hour, 0, 23) < 12 ? "AM" : "PM", 0); break;
    case 'S': put_digits(to, in_range(from->second, 0, 60), 2, '0'); break;
    case 't': put(to, '\t'); break;
    case 'u': put_digits(to, (in_range(from->weekday, 0, 6) + 6) % 7 + 1, 1, '0'); break;
    case 'w': put_digits(to, in_range(from->weekday, 0, 6), 1, '0'); break;
    case 'y': put_digits(to, year_of(from) % 100, 2, '0'); break;
    case 'Y': put_digits(to, year_of(from), 1, '0'); break;
    case '%': put(to, '%'); break;
    default: __bmc_unsupported("this conversion of strftime");
    }
}

static void put_fields(struct sink *to, const char *f, const struct calendar *from) {
    for (; *f != 0; f++) {
        if (*f != '%') {
            put(to, *f);
            continue;
        }
        const char *inner = expansion(*++f);
        if (inner == NULL) put_field(to, *f, from);
        for (; inner != NULL && *inner != 0; inner++)
            if (*inner == '%')
                put_field(to, *++inner, from);
            else
                put(to, *inner);
    }
}

/* Whether the numbers among the fields are known; no others are written. */
static int is_known(const struct calendar *from) {
    return __bmc_executes() || __bmc_known(from, __builtin_offsetof(struct calendar, summer) + sizeof from->summer);
}

MODEL size_t strftime(char *restrict to, size_t size, const char *restrict f, const struct calendar *restrict from) {
    size_t format_size = __bmc_strlen(f) + 1;
    __bmc_check_read(from, sizeof *from);
    __bmc_reads(from, sizeof *from);
    if (__bmc_other_locale) __bmc_unsupported("strftime in a locale other than C");
    if (is_known(from)) {
        struct sink text = string_sink(to, size);
        __bmc_beside(&text.walk, f, format_size);
        __bmc_beside(&text.walk, from, sizeof *from);
        put_fields(&text, f, from);
        if (size > 0) end(&text);
        if (text.written < size) return text.written;
        /* What the buffer holds then is indeterminate. */
        if (size > 0 && !__bmc_executes()) __bmc_havoc(to, size);
        return 0;
    }
    __bmc_guess();
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
    __bmc_writes(date, sizeof date);
    __bmc_havoc(to, sizeof date - 1);
    to[sizeof date - 2] = '\n';
    to[sizeof date - 1] = 0;
    return to;
}

MODEL char *asctime(const struct calendar *from) {
    __bmc_check_read(from, sizeof *from);
    __bmc_reads(from, sizeof *from);
    if (!is_known(from)) {
        __bmc_guess();
        return any_date(date);
    }
    __bmc_writes(date, sizeof date);
    struct sink text = string_sink(date, sizeof date);
    put_fields(&text, "%a %b %e %H:%M:%S %Y\n", from);
    end(&text);
    return date;
}

MODEL char *ctime(const long *from) {
    long long seconds = *from;
    __bmc_writes(&shared_calendar, sizeof shared_calendar);
    if (seconds >= 0 && seconds <= LAST_SECOND) return any_date(date);
    return __VERIFIER_nondet_bool() ? any_date(date) : NULL;
}

MODEL void tzset(void) {}
