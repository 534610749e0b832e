/* The part of wchar.h that copies, compares and searches. */
#include "bmc.h"

/* Wide characters from `s` to the end of its object. */
static size_t wide_room(const wchar_t *s) { return __bmc_room(s) / sizeof *s; }

NORETURN static void read_wide_past(const wchar_t *end) {
    __bmc_check_read(end, sizeof *end);
    __bmc_end_path();
}

MODEL size_t __bmc_wcsnlen(const wchar_t *s, size_t max) {
    size_t room = wide_room(s), n = 0;
    while (n < max && n < room && s[n] != 0) n++;
    if (n == room && n < max) read_wide_past(s + n);
    return n;
}

MODEL size_t __bmc_wcslen(const wchar_t *s) { return __bmc_wcsnlen(s, SIZE_MAX); }
MODEL size_t wcslen(const wchar_t *s) { return __bmc_wcslen(s); }
MODEL size_t wcsnlen(const wchar_t *s, size_t max) { return __bmc_wcsnlen(s, max); }

/* `__bmc_apart`, counted in wide characters. */
static void apart_wide(const wchar_t *to, size_t written, const wchar_t *from, size_t read) {
    __bmc_apart(to, written * sizeof *to, from, read * sizeof *from);
}

static wchar_t *copy_wide(wchar_t *to, const wchar_t *from) {
    size_t room = wide_room(from);
    if (__bmc_same_object(to, from)) {
        size_t n = __bmc_wcslen(from) + 1;
        apart_wide(to, n, from, n);
    }
    for (size_t i = 0; i < room; i++) {
        wchar_t c = from[i];
        to[i] = c;
        if (c == 0) return to + i;
    }
    read_wide_past(from + room);
}

/* Copies at most `max` characters and returns how many. The caller writes zeros behind them: up to `max` (`padded`), or one. */
static size_t copy_some_wide(wchar_t *to, const wchar_t *from, size_t max, int padded) {
    size_t room = wide_room(from), i = 0;
    if (__bmc_same_object(to, from)) {
        size_t n = __bmc_wcsnlen(from, max);
        apart_wide(to, padded ? max : n + 1, from, n < max ? n + 1 : n);
    }
    for (; i < max; i++) {
        if (i == room) read_wide_past(from + i);
        wchar_t c = from[i];
        if (c == 0) break;
        to[i] = c;
    }
    return i;
}

MODEL wchar_t *wcscpy(wchar_t *restrict to, const wchar_t *restrict from) {
    copy_wide(to, from);
    return to;
}

MODEL wchar_t *wcpcpy(wchar_t *restrict to, const wchar_t *restrict from) { return copy_wide(to, from); }

MODEL wchar_t *wcsncpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    for (size_t i = copy_some_wide(to, from, n, 1); i < n; i++) to[i] = 0;
    return to;
}

MODEL wchar_t *wcscat(wchar_t *restrict to, const wchar_t *restrict from) {
    copy_wide(to + __bmc_wcslen(to), from);
    return to;
}

MODEL wchar_t *wcsncat(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    wchar_t *end = to + __bmc_wcslen(to);
    end[copy_some_wide(end, from, n, 0)] = 0;
    return to;
}

MODEL wchar_t *wcsdup(const wchar_t *s) {
    wchar_t *to = malloc((__bmc_wcslen(s) + 1) * sizeof *s);
    if (to != NULL) copy_wide(to, s);
    return to;
}

static int compare_wide(const wchar_t *left, const wchar_t *right, size_t n) {
    size_t left_room = wide_room(left), right_room = wide_room(right);
    for (size_t i = 0; i < n; i++) {
        if (i == left_room) read_wide_past(left + i);
        if (i == right_room) read_wide_past(right + i);
        if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
        if (left[i] == 0) break;
    }
    return 0;
}

MODEL int wcscmp(const wchar_t *left, const wchar_t *right) { return compare_wide(left, right, SIZE_MAX); }
MODEL int wcsncmp(const wchar_t *left, const wchar_t *right, size_t n) { return compare_wide(left, right, n); }

MODEL wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    size_t room = wide_room(s);
    for (size_t i = 0; i < room; i++) {
        if (s[i] == c) return (wchar_t *)(s + i);
        if (s[i] == 0) return NULL;
    }
    read_wide_past(s + room);
}

MODEL wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    for (size_t i = __bmc_wcslen(s) + 1; i > 0; i--)
        if (s[i - 1] == c) return (wchar_t *)(s + i - 1);
    return NULL;
}

MODEL wchar_t *wcsstr(const wchar_t *s, const wchar_t *part) {
    size_t length = __bmc_wcslen(s), wanted = __bmc_wcslen(part);
    for (size_t i = 0; i <= length && wanted <= length - i; i++) {
        size_t j = 0;
        while (j < wanted && s[i + j] == part[j]) j++;
        if (j == wanted) return (wchar_t *)(s + i);
    }
    return NULL;
}

MODEL wchar_t *wmemset(wchar_t *to, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++) to[i] = c;
    return to;
}

/* A size in bytes that does not fit is a range no object has. */
static size_t wide_bytes(size_t n) { return n > SIZE_MAX / sizeof(wchar_t) ? SIZE_MAX : n * sizeof(wchar_t); }

MODEL wchar_t *wmemcpy(wchar_t *restrict to, const wchar_t *restrict from, size_t n) {
    return memcpy(to, from, wide_bytes(n));
}

MODEL wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t n) { return memmove(to, from, wide_bytes(n)); }

MODEL int wmemcmp(const wchar_t *left, const wchar_t *right, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (left[i] != right[i]) return left[i] < right[i] ? -1 : 1;
    return 0;
}

MODEL wchar_t *wmemchr(const wchar_t *s, wchar_t c, size_t n) {
    for (size_t i = 0; i < n; i++)
        if (s[i] == c) return (wchar_t *)(s + i);
    return NULL;
}
