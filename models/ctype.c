/* ctype.h in the C locale: the functions, and the tables that glibc's macros read. */
#include "bmc.h"

/* glibc's class bits on a little-endian machine; a function answers with its own. */
enum {
    BLANK = 0x0001,
    CONTROL = 0x0002,
    PUNCTUATION = 0x0004,
    ALPHANUMERIC = 0x0008,
    UPPER = 0x0100,
    LOWER = 0x0200,
    ALPHA = 0x0400,
    DIGIT = 0x0800,
    HEXADECIMAL = 0x1000,
    SPACE = 0x2000,
    PRINT = 0x4000,
    GRAPH = 0x8000,
};

#define VISIBLE (PRINT | GRAPH)
#define LETTER (VISIBLE | ALPHA | ALPHANUMERIC)

static int in(int c, int low, int high) { return c >= low && c <= high; }
static int upper(int c) { return in(c, 'A', 'Z'); }
static int lower(int c) { return in(c, 'a', 'z'); }
static int letter(int c) { return upper(c) || lower(c); }

static int blank(int c) { return c == ' ' || c == '\t'; }
static int control(int c) { return in(c, 0, 31) || c == 127; }
static int hexadecimal(int c) { return __bmc_is_digit(c) || in(c, 'A', 'F') || in(c, 'a', 'f'); }
static int alphanumeric(int c) { return letter(c) || __bmc_is_digit(c); }
static int punctuation(int c) { return in(c, '!', '~') && !alphanumeric(c); }
static int to_lower(int c) { return upper(c) ? c + ('a' - 'A') : c; }
static int to_upper(int c) { return lower(c) ? c - ('a' - 'A') : c; }

/* A class for narrow and for wide characters. */
#define CLASS(narrow, wide, bit, member)                   \
    MODEL int narrow(int c) { return (member) ? bit : 0; } \
    MODEL int wide(wint_t w) {                             \
        int c = (int)w;                                    \
        return (member) ? bit : 0;                         \
    }

CLASS(isupper, iswupper, UPPER, upper(c))
CLASS(islower, iswlower, LOWER, lower(c))
CLASS(isalpha, iswalpha, ALPHA, letter(c))
CLASS(isdigit, iswdigit, DIGIT, __bmc_is_digit(c))
CLASS(isxdigit, iswxdigit, HEXADECIMAL, hexadecimal(c))
CLASS(isspace, iswspace, SPACE, __bmc_is_space(c))
CLASS(isprint, iswprint, PRINT, in(c, ' ', '~'))
CLASS(isgraph, iswgraph, GRAPH, in(c, '!', '~'))
CLASS(isblank, iswblank, BLANK, blank(c))
CLASS(iscntrl, iswcntrl, CONTROL, control(c))
CLASS(ispunct, iswpunct, PUNCTUATION, punctuation(c))
CLASS(isalnum, iswalnum, ALPHANUMERIC, alphanumeric(c))

MODEL int isascii(int c) { return in(c, 0, 127); }
MODEL int toascii(int c) { return c & 127; }
MODEL int tolower(int c) { return to_lower(c); }
MODEL int toupper(int c) { return to_upper(c); }
MODEL wint_t towlower(wint_t c) { return (wint_t)to_lower((int)c); }
MODEL wint_t towupper(wint_t c) { return (wint_t)to_upper((int)c); }

/* ---- Tables indexed from -128 to 255 ---- */

#define AT(first, last) [128 + (first)... 128 + (last)]
static const unsigned short classes[384] = {
    AT(0, 8) = CONTROL,
    AT('\t', '\t') = CONTROL | SPACE | BLANK,
    AT('\n', '\r') = CONTROL | SPACE,
    AT(14, 31) = CONTROL,
    AT(' ', ' ') = SPACE | PRINT | BLANK,
    AT('!', '/') = VISIBLE | PUNCTUATION,
    AT('0', '9') = VISIBLE | DIGIT | HEXADECIMAL | ALPHANUMERIC,
    AT(':', '@') = VISIBLE | PUNCTUATION,
    AT('A', 'F') = LETTER | UPPER | HEXADECIMAL,
    AT('G', 'Z') = LETTER | UPPER,
    AT('[', '`') = VISIBLE | PUNCTUATION,
    AT('a', 'f') = LETTER | LOWER | HEXADECIMAL,
    AT('g', 'z') = LETTER | LOWER,
    AT('{', '~') = VISIBLE | PUNCTUATION,
    AT(127, 127) = CONTROL,
};

#define TWO(n) (n), (n) + 1
#define FOUR(n) TWO(n), TWO((n) + 2)
#define EIGHT(n) FOUR(n), FOUR((n) + 4)
#define SIXTEEN(n) EIGHT(n), EIGHT((n) + 8)
#define LETTERS(n) SIXTEEN(n), EIGHT((n) + 16), TWO((n) + 24)
/* -128..-1 stand for 128..255 taken as signed characters, but -1 is EOF. */
#define NEGATIVE                                                                                     \
    SIXTEEN(128), SIXTEEN(144), SIXTEEN(160), SIXTEEN(176), SIXTEEN(192), SIXTEEN(208), SIXTEEN(224), \
        EIGHT(240), FOUR(248), TWO(252), 254, EOF
#define HIGH                                                                                         \
    SIXTEEN(128), SIXTEEN(144), SIXTEEN(160), SIXTEEN(176), SIXTEEN(192), SIXTEEN(208), SIXTEEN(224), \
        SIXTEEN(240)
#define ASCII(uppers, lowers)                                                                          \
    SIXTEEN(0), SIXTEEN(16), SIXTEEN(32), SIXTEEN(48), 64, LETTERS(uppers), FOUR(91), TWO(95), LETTERS(lowers), \
        FOUR(123), 127

static const int lower_case[384] = {NEGATIVE, ASCII('a', 'a'), HIGH};
static const int upper_case[384] = {NEGATIVE, ASCII('A', 'A'), HIGH};

static const unsigned short *const classes_at_zero = classes + 128;
static const int *const lower_case_at_zero = lower_case + 128;
static const int *const upper_case_at_zero = upper_case + 128;

MODEL const unsigned short **__ctype_b_loc(void) { return (const unsigned short **)&classes_at_zero; }
MODEL const int **__ctype_tolower_loc(void) { return (const int **)&lower_case_at_zero; }
MODEL const int **__ctype_toupper_loc(void) { return (const int **)&upper_case_at_zero; }
MODEL size_t __ctype_get_mb_cur_max(void) { return 1; }
