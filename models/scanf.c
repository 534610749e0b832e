/* The scanf family. From files any input comes, unless an operating system is there; from strings integers, characters
 * and words are read exactly, and in an executed program floating-point numbers. */
#include "decimal.h"
#include "format.h"
#include "stdio.h"

/* Where input comes from: a file of the operating system, or else a string. */
struct source {
    const char *text;
    size_t room, at;
    FILE *file;
    /* The string that is read, beside what is written; and how much of it was looked at. */
    struct walk walk;
    size_t seen;
};

struct request {
    int store;
    size_t width; /* 0: none given */
    enum length length;
    char kind;
    const char *set; /* of a `[` conversion: behind the bracket and the circumflex, up to `set_end` */
    const char *set_end;
    int excluded;
};

/* The next character, or EOF. */
static int peek(struct source *from) {
    if (from->file != NULL) return __bmc_peek_file(from->file);
    if (from->at == from->room) __bmc_read_past(from->text + from->at);
    char c = from->text[from->at];
    from->seen = from->at + 1;
    return c == 0 ? EOF : (unsigned char)c;
}

/* Takes the character that was looked at. */
static void advance(struct source *from) {
    if (from->file != NULL) __bmc_take_back(from->file);
    from->at++;
}

/* The call writes bytes, which must not be among those that it looks at. */
static void writing(struct source *from, const void *p, size_t size) {
    __bmc_beside(&from->walk, p, size);
    __bmc_walked(&from->walk, from->seen);
}

static void skip_white(struct source *from) {
    for (int c = peek(from); c != EOF && __bmc_is_space(c); c = peek(from)) advance(from);
}

static struct request parse_request(const char **place) {
    struct request r = {0};
    const char *f = *place;
    r.store = *f != '*';
    if (*f == '*') f++;
    for (; *f >= '0' && *f <= '9'; f++) {
        r.width = r.width * 10 + (size_t)(*f - '0');
        if (r.width > INT_MAX) __bmc_unsupported("a field of more than INT_MAX characters");
    }
    if (*f == '$') __bmc_unsupported("numbered arguments in a format");
    if (*f == 'm') __bmc_unsupported("allocating conversion in a scanf format");
    r.length = __bmc_length(&f);
    r.kind = *f;
    if (r.kind != 0) f++;
    if (r.kind == '[') {
        r.excluded = *f == '^';
        if (r.excluded) f++;
        r.set = f;
        if (*f == ']') f++;
        while (*f != ']' && *f != 0) f++;
        if (*f == 0) __bmc_unsupported("a scanf format with an open bracket");
        r.set_end = f;
        f++;
    }
    *place = f;
    return r;
}

/* Whether a word (%s) or a set (%[) goes on with this character. */
static int accepts(struct request *r, char c) {
    if (r->kind == 's') return !__bmc_is_space(c);
    int member = 0;
    for (const char *s = r->set; s < r->set_end; s++) {
        if (s[0] == '-' && s != r->set && s + 1 < r->set_end) continue; /* the middle of a range */
        if (s + 2 < r->set_end && s[1] == '-') {
            unsigned char low = (unsigned char)s[0], high = (unsigned char)s[2];
            member |= (unsigned char)c >= low && (unsigned char)c <= high;
        }
        member |= *s == c;
    }
    return member != r->excluded;
}

static void store_integer(struct request *r, void *to, unsigned long long value) {
    switch (r->length) {
    case CHAR: *(unsigned char *)to = (unsigned char)value; break;
    case SHORT: *(unsigned short *)to = (unsigned short)value; break;
    case LONG: *(unsigned long *)to = (unsigned long)value; break;
    case SIZE: *(size_t *)to = (size_t)value; break;
    case DIFFERENCE: *(ptrdiff_t *)to = (ptrdiff_t)value; break;
    case LONG_LONG:
    case LONG_DOUBLE:
    case MAX: *(unsigned long long *)to = value; break;
    default: *(unsigned *)to = (unsigned)value; break;
    }
}

static size_t integer_size(const struct request *r) {
    switch (r->length) {
    case CHAR: return 1;
    case SHORT: return sizeof(short);
    case LONG: return sizeof(long);
    case SIZE:
    case DIFFERENCE: return sizeof(size_t);
    case LONG_LONG:
    case LONG_DOUBLE:
    case MAX: return sizeof(long long);
    default: return sizeof(int);
    }
}

NORETURN static void undefined_request(void) { __bmc_unsupported("undefined conversion in a scanf format"); }

/* ---- Any input ---- */

static void any_floating(struct request *r, void *to) {
    size_t size = r->length == LONG ? 8 : r->length == LONG_DOUBLE ? (sizeof(void *) == 8 ? 16 : 12) : 4;
    __bmc_check_write(to, size);
    __bmc_havoc(to, size);
}

/* Any characters that the conversion accepts, and an end. Without a width they may be more than the object holds, which
 * is an invalid write. Bytes after the end may be anything, too. */
static void any_text(struct request *r, char *to) {
    size_t most = r->width;
    if (most == 0) {
        size_t room = __bmc_room(to);
        if (room < 2 || __VERIFIER_nondet_bool()) {
            __bmc_check_write(to, room + 1);
            __bmc_end_path();
        }
        most = room - 1;
    }
    __bmc_check_write(to, most + 1);
    __bmc_havoc(to, most);
    to[most] = 0;
    /* For long buffers the formula would be large for little. */
    if (most > 256) return;
    int ended = 0;
    for (size_t i = 0; i < most; i++) {
        ended |= to[i] == 0;
        __bmc_assume(ended || accepts(r, to[i]));
    }
}

static void any_wide_text(struct request *r, wchar_t *to) {
    size_t most = r->width;
    if (most == 0) {
        size_t room = __bmc_room(to) / sizeof *to;
        if (room < 2 || __VERIFIER_nondet_bool()) {
            __bmc_check_write(to, (room + 1) * sizeof *to);
            __bmc_end_path();
        }
        most = room - 1;
    }
    __bmc_check_write(to, (most + 1) * sizeof *to);
    __bmc_havoc(to, most * sizeof *to);
    to[most] = 0;
}

/* The input may end behind what a conversion takes, unless that has as many characters as it may have. How many a number has
 * is not known, of a text (or null) it is. */
static void may_end_behind(const struct request *r, const char *text, FILE *file) {
    if (r->kind == 'c' || r->kind == 'n' || r->width == 1 || !__VERIFIER_nondet_bool()) return;
    if (text != NULL && r->width != 0) {
        size_t length = __VERIFIER_nondet_size_t();
        __bmc_assume(length < r->width && text[length] == 0);
    } else if (r->width != 0) {
        __bmc_guess();
    }
    file->ended = 1;
}

/* Each conversion may be the first to fail. */
static int scan_any(FILE *file, const char *f, struct arguments *arguments) {
    int stored = 0, is_plain = 0;
    __bmc_use_file(file);
    if (__bmc_is_given_back(file)) __bmc_unsupported("formatted input of a character that was given back");
    __bmc_strlen(f);
    while (*f != 0) {
        is_plain = *f != '%' || f[1] == '%';
        if (is_plain) {
            f += *f == '%' ? 2 : 1;
            continue;
        }
        f++;
        struct request r = parse_request(&f);
        if (r.kind != 'n' && file->ended) return stored == 0 ? EOF : stored;
        if (r.kind != 'n' && __VERIFIER_nondet_bool()) {
            /* Input that does not match, perhaps no more than a sign. */
            if (__VERIFIER_nondet_bool()) {
                if (r.kind != 's' && r.kind != '[') may_end_behind(&r, NULL, file);
                return stored;
            }
            __bmc_no_input(file);
            return stored == 0 ? EOF : stored;
        }
        if (!r.store) {
            may_end_behind(&r, NULL, file);
            continue;
        }
        void *to = va_arg(arguments->list, void *);
        switch (r.kind) {
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X': store_integer(&r, to, __VERIFIER_nondet_ulonglong()); break;
        case 'e':
        case 'f':
        case 'g':
        case 'a':
        case 'E':
        case 'F':
        case 'G':
        case 'A': any_floating(&r, to); break;
        case 'c': {
            size_t size = (r.width == 0 ? 1 : r.width) * (r.length == LONG ? sizeof(wchar_t) : 1);
            __bmc_check_write(to, size);
            __bmc_havoc(to, size);
            break;
        }
        case 's':
        case '[':
            if (r.length == LONG)
                any_wide_text(&r, to);
            else
                any_text(&r, to);
            break;
        case 'n': store_integer(&r, to, (unsigned)__bmc_any_in(0, INT_MAX)); break;
        case 'p': __bmc_unsupported("a pointer read by scanf");
        default: undefined_request();
        }
        may_end_behind(&r, (r.kind == 's' || r.kind == '[') && r.length != LONG ? to : NULL, file);
        if (r.kind != 'n') stored++;
    }
    if (is_plain && __VERIFIER_nondet_bool()) file->ended = 1;
    return stored;
}

/* ---- Input that is known ---- */

/* Reads an integer as strtol does, saturating as glibc does. Whether there was one. */
static int read_integer(struct source *from, struct request *r, unsigned long long *value) {
    size_t left = r->width == 0 ? SIZE_MAX : r->width;
    unsigned base = r->kind == 'o' ? 8 : r->kind == 'x' || r->kind == 'X' ? 16 : r->kind == 'i' ? 0 : 10;
    int is_signed = r->kind == 'd' || r->kind == 'i', negative = 0, any = 0, overflow = 0;
    int wide = r->length == LONG_LONG || r->length == LONG_DOUBLE || r->length == MAX || sizeof(long) == 8;
    unsigned long long highest = wide ? LLONG_MAX : LONG_MAX;
    if (peek(from) == '-' || peek(from) == '+') {
        negative = peek(from) == '-';
        advance(from);
        left--;
    }
    if (left > 0 && peek(from) == '0') {
        advance(from);
        left--;
        any = 1;
        if (left > 0 && (base == 0 || base == 16) && (peek(from) == 'x' || peek(from) == 'X')) {
            advance(from);
            left--;
            base = 16;
            any = 0;
        } else if (base == 0) {
            base = 8;
        }
    }
    if (base == 0) base = 10;
    unsigned long long limit = is_signed ? highest + (unsigned)negative : 2 * highest + 1, sum = 0;
    for (; left > 0; left--) {
        unsigned d = __bmc_digit(peek(from));
        if (d >= base) break;
        if (overflow || sum > (limit - d) / base) {
            overflow = 1;
            sum = limit;
        } else {
            sum = sum * base + d;
        }
        advance(from);
        any = 1;
    }
    *value = negative && !(overflow && !is_signed) ? 0 - sum : sum;
    return any;
}

static int read_text(struct source *from, struct request *r, char *to) {
    size_t count = 0;
    int own = to != NULL && from->text != NULL && __bmc_same_object(from->text, to);
    for (int c = peek(from); c != EOF && accepts(r, (char)c) && (r->width == 0 || count < r->width); c = peek(from)) {
        if (own) writing(from, to + count, 1);
        if (to != NULL) to[count] = (char)c;
        count++;
        advance(from);
    }
    if (count > 0 && own) writing(from, to + count, 1);
    if (count > 0 && to != NULL) to[count] = 0;
    return count > 0;
}

static int source_peek(void *from) { return peek(from); }
static void source_take(void *from) { advance(from); }

/* Whether there was a number; a prefix of one that is none is taken. */
static int read_floating(struct source *from, struct request *r, void *to) {
    if (r->length == LONG_DOUBLE) __bmc_unsupported("a long double read");
    int known = from->text == NULL || __bmc_is_known_string(from->text + from->at);
    struct characters characters = {source_peek, source_take, from, known};
    struct binary_format format = {23, 127};
    if (r->length == LONG) format = (struct binary_format){52, 1023};
    unsigned long long bits;
    int range;
    size_t taken, width = r->width == 0 ? SIZE_MAX : r->width;
    size_t length = __bmc_read_floating(&characters, width, format, &bits, &range, &taken);
    if (length == 0 || length != taken) return 0;
    if (range) __bmc_set_errno(ERANGE);
    unsigned narrow = (unsigned)bits;
    if (to != NULL) writing(from, to, r->length == LONG ? 8 : 4);
    if (to != NULL) __builtin_memcpy(to, r->length == LONG ? (void *)&bits : (void *)&narrow, r->length == LONG ? 8 : 4);
    return 1;
}

static int scan_text(struct source *from, const char *f, struct arguments *arguments) {
    int stored = 0;
    __bmc_strlen(f);
    while (*f != 0) {
        char plain = *f++;
        if (__bmc_is_space(plain)) {
            skip_white(from);
            continue;
        }
        if (plain != '%' || *f == '%') {
            if (plain == '%') {
                f++;
                skip_white(from);
            }
            int c = peek(from);
            if (c == EOF) return stored == 0 ? EOF : stored;
            if (c != (unsigned char)plain) return stored;
            advance(from);
            continue;
        }
        struct request r = parse_request(&f);
        if (r.kind != 'c' && r.kind != '[' && r.kind != 'n') skip_white(from);
        if (r.kind != 'n' && peek(from) == EOF) return stored == 0 ? EOF : stored;
        void *to = r.store ? va_arg(arguments->list, void *) : NULL;
        switch (r.kind) {
        case 'd':
        case 'i':
        case 'u':
        case 'o':
        case 'x':
        case 'X': {
            unsigned long long value;
            if (!read_integer(from, &r, &value)) return stored;
            if (!r.store) break;
            writing(from, to, integer_size(&r));
            store_integer(&r, to, value);
            break;
        }
        case 'c': {
            size_t size = r.width == 0 ? 1 : r.width;
            if (r.length == LONG) __bmc_unsupported("wide characters in a scanf format");
            for (size_t i = 0; i < size; i++) {
                int c = peek(from);
                /* What glibc does with less input than asked for differs between versions. */
                if (c == EOF) __bmc_unsupported("%c with a width beyond the end of the string");
                if (r.store) writing(from, (char *)to + i, 1);
                if (r.store) ((char *)to)[i] = (char)c;
                advance(from);
            }
            break;
        }
        case 's':
        case '[':
            if (r.length == LONG) __bmc_unsupported("wide characters in a scanf format");
            if (!read_text(from, &r, to)) return stored;
            break;
        case 'n':
            if (!r.store) break;
            writing(from, to, integer_size(&r));
            store_integer(&r, to, from->at);
            break;
        case 'e':
        case 'f':
        case 'g':
        case 'a':
        case 'E':
        case 'F':
        case 'G':
        case 'A':
            if (!read_floating(from, &r, to)) return stored;
            break;
        case 'p': __bmc_unsupported("a pointer read by scanf");
        default: undefined_request();
        }
        if (r.store && r.kind != 'n') stored++;
    }
    return stored;
}

static int scan_string(const char *s, const char *f, struct arguments *arguments) {
    struct source from = {s, __bmc_room(s), 0, NULL, __bmc_walk(s), 0};
    int result = scan_text(&from, f, arguments);
    __bmc_walked(&from.walk, from.seen);
    return result;
}

static int scan_file(FILE *file, const char *f, struct arguments *arguments) {
    if (!__bmc_system()) return scan_any(file, f, arguments);
    __bmc_use_file(file);
    struct source from = {NULL, 0, 0, file, __bmc_walk(NULL), 0};
    return scan_text(&from, f, arguments);
}

/* ---- The functions, under the names that glibc's headers give them ---- */

#define SCANF(name, vname)                                                             \
    MODEL int vname(const char *restrict f, va_list list) { WITH_LIST(list, scan_file(stdin, f, &arguments)); } \
    MODEL int name(const char *restrict f, ...) { WITH_ARGUMENTS(f, scan_file(stdin, f, &arguments)); }

#define FSCANF(name, vname)                                                            \
    MODEL int vname(FILE *restrict file, const char *restrict f, va_list list) {       \
        WITH_LIST(list, scan_file(file, f, &arguments));                                \
    }                                                                                  \
    MODEL int name(FILE *restrict file, const char *restrict f, ...) {                 \
        WITH_ARGUMENTS(f, scan_file(file, f, &arguments));                              \
    }

#define SSCANF(name, vname)                                                            \
    MODEL int vname(const char *restrict s, const char *restrict f, va_list list) {    \
        WITH_LIST(list, scan_string(s, f, &arguments));                                \
    }                                                                                  \
    MODEL int name(const char *restrict s, const char *restrict f, ...) {              \
        WITH_ARGUMENTS(f, scan_string(s, f, &arguments));                              \
    }

SCANF(scanf, vscanf)
SCANF(__isoc99_scanf, __isoc99_vscanf)
SCANF(__isoc23_scanf, __isoc23_vscanf)
FSCANF(fscanf, vfscanf)
FSCANF(__isoc99_fscanf, __isoc99_vfscanf)
FSCANF(__isoc23_fscanf, __isoc23_vfscanf)
SSCANF(sscanf, vsscanf)
SSCANF(__isoc99_sscanf, __isoc99_vsscanf)
SSCANF(__isoc23_sscanf, __isoc23_vsscanf)
