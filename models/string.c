/* string.h and strings.h, but for memcpy, memmove and memset, which the engines handle themselves. */
#include "bmc.h"

MODEL size_t __bmc_strlen(const char *s) {
    size_t room = __bmc_room(s), n = 0;
    while (n < room && s[n] != 0) n++;
    if (n == room) __bmc_read_past(s + n);
    return n;
}

MODEL size_t __bmc_strnlen(const char *s, size_t max) {
    size_t room = __bmc_room(s), n = 0;
    while (n < max && n < room && s[n] != 0) n++;
    if (n == room && n < max) __bmc_read_past(s + n);
    return n;
}

MODEL size_t strlen(const char *s) { return __bmc_strlen(s); }
MODEL size_t strnlen(const char *s, size_t max) { return __bmc_strnlen(s, max); }

/* By a copy that does overlap. */
MODEL void __bmc_overlap(void) {
    char bytes[3] = {0};
    memcpy(bytes, bytes + 1, 2);
}

MODEL void __bmc_apart(const void *to, size_t written, const void *from, size_t read) {
    if (written == 0 || read == 0 || !__bmc_same_object(to, from)) return;
    size_t low = __bmc_offset(to), start = __bmc_offset(from);
    if (low < start ? start - low < written : low - start < read) __bmc_overlap();
}

/* Copies the string and its end, which must not overlap; returns where the end was written. */
static char *copy(char *to, const char *from) {
    size_t n = __bmc_strlen(from);
    __bmc_apart(to, n + 1, from, n + 1);
    memcpy(to, from, n + 1);
    return to + n;
}

/* Copies at most `max` characters, of which there are `n`, in front of what a caller writes: `written` bytes in all. */
static void copy_some(char *to, const char *from, size_t n, size_t max, size_t written) {
    __bmc_apart(to, written, from, n < max ? n + 1 : n);
    memcpy(to, from, n);
}

/* Copies at most `max` characters and an end. */
static void copy_cut(char *to, const char *from, size_t max) {
    size_t n = __bmc_strnlen(from, max);
    copy_some(to, from, n, max, n + 1);
    to[n] = 0;
}

/* Writes `max` characters: those of the string, then zeros. Returns where these begin. */
static char *copy_padded(char *to, const char *from, size_t max) {
    size_t n = __bmc_strnlen(from, max);
    copy_some(to, from, n, max, max);
    for (size_t i = n; i < max; i++) to[i] = 0;
    return to + n;
}

MODEL char *strcpy(char *restrict to, const char *restrict from) {
    copy(to, from);
    return to;
}

MODEL char *stpcpy(char *restrict to, const char *restrict from) { return copy(to, from); }

MODEL char *stpncpy(char *restrict to, const char *restrict from, size_t n) { return copy_padded(to, from, n); }

MODEL char *strncpy(char *restrict to, const char *restrict from, size_t n) {
    copy_padded(to, from, n);
    return to;
}

MODEL char *strcat(char *restrict to, const char *restrict from) {
    copy(to + __bmc_strlen(to), from);
    return to;
}

MODEL char *strncat(char *restrict to, const char *restrict from, size_t n) {
    copy_cut(to + __bmc_strlen(to), from, n);
    return to;
}

MODEL size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    size_t length = __bmc_strlen(from);
    if (size == 0) return length;
    copy_cut(to, from, size - 1);
    return length;
}

MODEL size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t have = __bmc_strnlen(to, size), length = __bmc_strlen(from);
    if (have < size) copy_cut(to + have, from, size - have - 1);
    return have + length;
}

static char *duplicate(const char *s) {
    size_t size = __bmc_strlen(s) + 1;
    char *to = malloc(size);
    if (to != NULL) copy(to, s);
    return to;
}

static char *duplicate_some(const char *s, size_t max) {
    size_t length = __bmc_strnlen(s, max);
    char *to = malloc(length + 1);
    if (to == NULL) return NULL;
    for (size_t i = 0; i < length; i++) to[i] = s[i];
    to[length] = 0;
    return to;
}

MODEL char *strdup(const char *s) { return duplicate(s); }
MODEL char *__strdup(const char *s) { return duplicate(s); }
MODEL char *strndup(const char *s, size_t max) { return duplicate_some(s, max); }
MODEL char *__strndup(const char *s, size_t max) { return duplicate_some(s, max); }

static int compare_bytes(const void *left, const void *right, size_t n) {
    const unsigned char *l = left, *r = right;
    for (size_t i = 0; i < n; i++)
        if (l[i] != r[i]) return l[i] - r[i];
    return 0;
}

MODEL int memcmp(const void *left, const void *right, size_t n) { return compare_bytes(left, right, n); }
MODEL int bcmp(const void *left, const void *right, size_t n) { return compare_bytes(left, right, n); }
MODEL void bcopy(const void *from, void *to, size_t n) { memmove(to, from, n); }
MODEL void bzero(void *to, size_t n) { memset(to, 0, n); }
MODEL void explicit_bzero(void *to, size_t n) { memset(to, 0, n); }

MODEL void *mempcpy(void *restrict to, const void *restrict from, size_t n) {
    memcpy(to, from, n);
    return (char *)to + n;
}

static void *find_byte(const void *p, int c, size_t n) {
    const unsigned char *s = p;
    for (size_t i = 0; i < n; i++)
        if (s[i] == (unsigned char)c) return (void *)(s + i);
    return NULL;
}

MODEL void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if (__bmc_same_object(to, from)) {
        const unsigned char *last = find_byte(from, c, n);
        size_t copied = last == NULL ? n : (size_t)(last - f) + 1;
        __bmc_apart(to, copied, from, copied);
    }
    for (size_t i = 0; i < n; i++) {
        t[i] = f[i];
        if (t[i] == (unsigned char)c) return t + i + 1;
    }
    return NULL;
}

static char folded(char c) { return c >= 'A' && c <= 'Z' ? (char)(c + ('a' - 'A')) : c; }

/* Compares at most `max` characters, letters of both cases alike when `fold`. */
static int compare(const char *left, const char *right, size_t max, int fold) {
    size_t left_room = __bmc_room(left), right_room = __bmc_room(right);
    for (size_t i = 0; i < max; i++) {
        if (i == left_room) __bmc_read_past(left + i);
        if (i == right_room) __bmc_read_past(right + i);
        unsigned char l = (unsigned char)(fold ? folded(left[i]) : left[i]);
        unsigned char r = (unsigned char)(fold ? folded(right[i]) : right[i]);
        if (l != r) return l - r;
        if (l == 0) break;
    }
    return 0;
}

MODEL int strcmp(const char *left, const char *right) { return compare(left, right, SIZE_MAX, 0); }
MODEL int strncmp(const char *left, const char *right, size_t n) { return compare(left, right, n, 0); }

/* Other locales order strings in their own ways. */
MODEL int strcoll(const char *left, const char *right) {
    int order = compare(left, right, SIZE_MAX, 0);
    return __bmc_other_locale && order != 0 ? __VERIFIER_nondet_int() : order;
}

MODEL int strcasecmp(const char *left, const char *right) { return compare(left, right, SIZE_MAX, 1); }
MODEL int strncasecmp(const char *left, const char *right, size_t n) { return compare(left, right, n, 1); }

/* Runs of digits are compared as numbers, or as fractions where they begin with zeros. */
MODEL int strverscmp(const char *left, const char *right) {
    size_t left_length = __bmc_strlen(left), right_length = __bmc_strlen(right), i = 0, run = 0;
    while (i < left_length && i < right_length && left[i] == right[i]) {
        if (!__bmc_is_digit(left[i])) run = i + 1;
        i++;
    }
    int difference = (unsigned char)left[i] - (unsigned char)right[i];
    if (difference == 0) return 0;
    int zeros = run < i;
    for (size_t k = run; k < i; k++) zeros = zeros && left[k] == '0';
    if (__bmc_is_digit(left[run]) && left[run] != '0' && __bmc_is_digit(right[run]) && right[run] != '0') {
        size_t l = i, r = i;
        while (__bmc_is_digit(left[l])) l++;
        while (__bmc_is_digit(right[r])) r++;
        return l != r ? (l < r ? -1 : 1) : difference;
    }
    /* More zeros come first. */
    if (zeros && __bmc_is_digit(left[i]) != __bmc_is_digit(right[i])) return __bmc_is_digit(left[i]) ? -1 : 1;
    return difference;
}

/* In the C locale a string is its own key. */
MODEL size_t strxfrm(char *restrict to, const char *restrict from, size_t n) {
    if (__bmc_other_locale) __bmc_unsupported("strxfrm in a locale other than C");
    size_t length = __bmc_strlen(from), written = length < n ? length + 1 : n;
    __bmc_apart(to, written, from, length + 1);
    if (written != 0) memcpy(to, from, written);
    return length;
}

MODEL void *memchr(const void *p, int c, size_t n) { return find_byte(p, c, n); }

MODEL void *rawmemchr(const void *p, int c) {
    size_t room = __bmc_room(p);
    void *at = find_byte(p, c, room);
    if (at == NULL) __bmc_read_past((const char *)p + room);
    return at;
}

MODEL void *memrchr(const void *p, int c, size_t n) {
    const unsigned char *s = p;
    for (size_t i = n; i > 0; i--)
        if (s[i - 1] == (unsigned char)c) return (void *)(s + i - 1);
    return NULL;
}

/* First `c` or end of the string. */
static const char *find(const char *s, char c) {
    size_t room = __bmc_room(s), i = 0;
    while (i < room && s[i] != c && s[i] != 0) i++;
    if (i == room) __bmc_read_past(s + i);
    return s + i;
}

MODEL char *strchrnul(const char *s, int c) { return (char *)find(s, (char)c); }

static char *find_character(const char *s, int c) {
    const char *at = find(s, (char)c);
    return *at == (char)c ? (char *)at : NULL;
}

static char *find_last_character(const char *s, int c) {
    size_t room = __bmc_room(s), i = 0;
    const char *last = NULL;
    for (;; i++) {
        if (i == room) __bmc_read_past(s + i);
        if (s[i] == (char)c) last = s + i;
        if (s[i] == 0) return (char *)last;
    }
}

MODEL char *strchr(const char *s, int c) { return find_character(s, c); }
MODEL char *index(const char *s, int c) { return find_character(s, c); }
MODEL char *strrchr(const char *s, int c) { return find_last_character(s, c); }
MODEL char *rindex(const char *s, int c) { return find_last_character(s, c); }

/* Length of the longest start of `s` whose characters all are (`in`) or are not in `set`. */
static size_t span(const char *s, const char *set, int in) {
    size_t room = __bmc_room(s), n = 0;
    for (;; n++) {
        if (n == room) __bmc_read_past(s + n);
        char c = s[n];
        if (c == 0) return n;
        int member = *find(set, c) == c;
        if (member != in) return n;
    }
}

MODEL size_t strspn(const char *s, const char *set) { return span(s, set, 1); }
MODEL size_t strcspn(const char *s, const char *set) { return span(s, set, 0); }

MODEL char *strpbrk(const char *s, const char *set) {
    const char *at = s + span(s, set, 0);
    return *at != 0 ? (char *)at : NULL;
}

/* First place of `s` where `part` starts; the comparison ends at the end of either. */
static char *find_part(const char *s, const char *part, int fold) {
    size_t length = __bmc_strlen(s), wanted = __bmc_strlen(part);
    for (size_t i = 0; i <= length && wanted <= length - i; i++) {
        size_t j = 0;
        while (j < wanted && (fold ? folded(s[i + j]) == folded(part[j]) : s[i + j] == part[j])) j++;
        if (j == wanted) return (char *)(s + i);
    }
    return NULL;
}

MODEL char *strstr(const char *s, const char *part) { return find_part(s, part, 0); }
MODEL char *strcasestr(const char *s, const char *part) { return find_part(s, part, 1); }

MODEL void *memmem(const void *p, size_t length, const void *part, size_t wanted) {
    const unsigned char *s = p;
    for (size_t i = 0; i <= length && wanted <= length - i; i++)
        if (compare_bytes(s + i, part, wanted) == 0) return (void *)(s + i);
    return NULL;
}

static char *next_token(char *s, const char *separators, char **rest) {
    if (s == NULL) s = *rest;
    if (s == NULL) return NULL;
    s += span(s, separators, 1);
    if (*s == 0) {
        *rest = s;
        return NULL;
    }
    char *end = s + span(s, separators, 0);
    if (*end != 0) {
        *end = 0;
        end++;
    }
    *rest = end;
    return s;
}

MODEL char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest) {
    return next_token(s, separators, rest);
}

MODEL char *__strtok_r(char *restrict s, const char *restrict separators, char **restrict rest) {
    return next_token(s, separators, rest);
}

static char *strtok_rest;
MODEL char *strtok(char *restrict s, const char *restrict separators) {
    __bmc_writes(&strtok_rest, sizeof strtok_rest);
    return next_token(s, separators, &strtok_rest);
}

MODEL char *strsep(char **restrict place, const char *restrict separators) {
    char *s = *place;
    if (s == NULL) return NULL;
    char *end = s + span(s, separators, 0);
    if (*end != 0) {
        *end = 0;
        *place = end + 1;
    } else {
        *place = NULL;
    }
    return s;
}

static int first_set(unsigned long long i) {
    for (int bit = 0; bit < (int)sizeof i * 8; bit++)
        if ((i >> bit & 1) != 0) return bit + 1;
    return 0;
}

MODEL int ffs(int i) { return first_set((unsigned)i); }
MODEL int ffsl(long i) { return first_set((unsigned long)i); }
MODEL int ffsll(long long i) { return first_set((unsigned long long)i); }

/* Any text; longer ones than this do not occur in the C locale. */
static char message[64];
static char *any_message(void) {
    __bmc_may_race(message, 1);
    __bmc_havoc(message, sizeof message - 1);
    message[sizeof message - 1] = 0;
    return message;
}

MODEL char *strerror(int number) { return (void)number, any_message(); }
MODEL char *strsignal(int number) { return (void)number, any_message(); }

/* GNU's variant, which may return a string of its own instead of using the buffer. */
MODEL char *strerror_r(int number, char *buffer, size_t size) {
    (void)number;
    if (size != 0) {
        __bmc_check_write(buffer, size);
        buffer[0] = 0;
    }
    return any_message();
}

/* POSIX's variant. */
MODEL int __xpg_strerror_r(int number, char *buffer, size_t size) {
    (void)number;
    if (size == 0) return ERANGE;
    __bmc_check_write(buffer, size);
    __bmc_havoc(buffer, size - 1);
    buffer[size - 1] = 0;
    return __bmc_any_in(0, 133);
}

/* ---- The checked variants that headers choose under _FORTIFY_SOURCE ----
 *
 * The last argument is the size of the destination; the C library stops the program when it does not suffice, which
 * here is an invalid write. */

static void must_hold(void *to, size_t size, size_t needed) {
    if (needed <= size) return;
    __bmc_check_write(to, needed);
    __bmc_end_path();
}

MODEL void *__memcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t size) {
    must_hold(to, size, n);
    return memcpy(to, from, n);
}

MODEL void *__memmove_chk(void *to, const void *from, size_t n, size_t size) {
    must_hold(to, size, n);
    return memmove(to, from, n);
}

MODEL void *__memset_chk(void *to, int byte, size_t n, size_t size) {
    must_hold(to, size, n);
    return memset(to, byte, n);
}

MODEL void *__mempcpy_chk(void *restrict to, const void *restrict from, size_t n, size_t size) {
    must_hold(to, size, n);
    memcpy(to, from, n);
    return (char *)to + n;
}

MODEL char *__strcpy_chk(char *restrict to, const char *restrict from, size_t size) {
    must_hold(to, size, __bmc_strlen(from) + 1);
    copy(to, from);
    return to;
}

MODEL char *__stpcpy_chk(char *restrict to, const char *restrict from, size_t size) {
    must_hold(to, size, __bmc_strlen(from) + 1);
    return copy(to, from);
}

MODEL char *__strcat_chk(char *restrict to, const char *restrict from, size_t size) {
    size_t length = __bmc_strlen(to);
    must_hold(to, size, length + __bmc_strlen(from) + 1);
    copy(to + length, from);
    return to;
}

MODEL char *__strncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    must_hold(to, size, n);
    copy_padded(to, from, n);
    return to;
}

MODEL char *__stpncpy_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    must_hold(to, size, n);
    return copy_padded(to, from, n);
}

MODEL void __explicit_bzero_chk(void *to, size_t n, size_t size) {
    must_hold(to, size, n);
    memset(to, 0, n);
}

MODEL char *__strncat_chk(char *restrict to, const char *restrict from, size_t n, size_t size) {
    char *end = to + __bmc_strlen(to);
    must_hold(to, size, (size_t)(end - to) + __bmc_strnlen(from, n) + 1);
    copy_cut(end, from, n);
    return to;
}
