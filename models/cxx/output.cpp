/* Output to streams: what basic_ostream<char> writes for each type, without the facets that the library asks. */
#include "base.h"

namespace __bmc_cxx {

using std::ios_base;
using std::ostream;
using std::size_t;
using std::streamsize;

static bool write(ostream &out, const char *text, streamsize size) {
    return size == 0 || out.rdbuf()->sputn(text, size) == size;
}

static bool fill(ostream &out, streamsize count) {
    for (char c = out.fill(); count > 0; count--)
        if (out.rdbuf()->sputc(c) == std::char_traits<char>::eof()) return false;
    return true;
}

/* Writes text in a field; `inner` characters of it stand before the padding of std::internal. */
static bool write_field(ostream &out, const char *text, streamsize size, streamsize inner) {
    streamsize width = out.width();
    if (width <= size) return write(out, text, size);
    ios_base::fmtflags adjust = out.flags() & ios_base::adjustfield;
    if (adjust == ios_base::left) return write(out, text, size) && fill(out, width - size);
    if (adjust != ios_base::internal) inner = 0;
    return write(out, text, inner) && fill(out, width - size) && write(out, text + inner, size - inner);
}

static ostream &insert(ostream &out, const char *text, streamsize size, streamsize inner) {
    ostream::sentry ready(out);
    if (ready) {
        try {
            if (!write_field(out, text, size, inner)) out.setstate(ios_base::badbit);
            out.width(0);
        } catch (...) {
            out._M_setstate(ios_base::badbit);
        }
    }
    return out;
}

/* ---- Integers ---- */

/* Digits of a number at the end of an array; how many. There is no branch on the value but where it is known. */
template <class U> static size_t put_digits(char *end, U value, unsigned base, char ten) {
    const size_t most = sizeof(U) * 8 / 3 + 1;
    size_t count = 0;
    for (size_t i = 1; i <= most; i++) {
        unsigned digit = (unsigned)(value % base);
        end[-(long)i] = (char)(digit < 10 ? '0' + (int)digit : ten + (int)digit - 10);
        count += i == 1 || value != 0;
        value = (U)(value / base);
        if (base != 8 && i >= sizeof(U) * 8 / (base == 16 ? 4 : 3)) break;
    }
    return count;
}

/* `negative` and `plus` are about decimal numbers. */
template <class U> static ostream &insert_integer(ostream &out, U value, bool negative, bool is_signed) {
    ios_base::fmtflags flags = out.flags(), base = flags & ios_base::basefield;
    bool upper = flags & ios_base::uppercase;
    char text[32], *end = text + sizeof text;
    size_t count, inner = 0;
    if (base == ios_base::oct) {
        count = put_digits<U>(end, value, 8, 'a');
        if ((flags & ios_base::showbase) && value != 0) end[-(long)++count] = '0';
    } else if (base == ios_base::hex) {
        count = put_digits<U>(end, value, 16, upper ? 'A' : 'a');
        if ((flags & ios_base::showbase) && value != 0) {
            end[-(long)++count] = upper ? 'X' : 'x';
            end[-(long)++count] = '0';
            inner = 2;
        }
    } else {
        count = put_digits<U>(end, negative ? (U)(0 - value) : value, 10, 'a');
        if (negative || (is_signed && (flags & ios_base::showpos))) {
            end[-(long)++count] = negative ? '-' : '+';
            inner = 1;
        }
    }
    return insert(out, end - count, (streamsize)count, (streamsize)inner);
}

template <class S, class U> static ostream &insert_signed(ostream &out, S value) {
    return insert_integer<U>(out, (U)value, value < 0, true);
}

/* ---- Floating-point numbers ---- */

static ostream &insert_floating(ostream &out, double value) {
    ios_base::fmtflags flags = out.flags(), field = flags & ios_base::floatfield;
    bool upper = flags & ios_base::uppercase, hexadecimal = field == (ios_base::fixed | ios_base::scientific);
    char format[8], *f = format, text[512];
    *f++ = '%';
    if (flags & ios_base::showpos) *f++ = '+';
    if (flags & ios_base::showpoint) *f++ = '#';
    if (!hexadecimal) {
        *f++ = '.';
        *f++ = '*';
    }
    if (field == ios_base::fixed)
        *f++ = 'f';
    else if (field == ios_base::scientific)
        *f++ = upper ? 'E' : 'e';
    else if (hexadecimal)
        *f++ = upper ? 'A' : 'a';
    else
        *f++ = upper ? 'G' : 'g';
    *f = 0;
    int precision = out.precision() < 0 ? 6 : (int)out.precision();
    int size = hexadecimal ? __bmc_print_to(text, sizeof text, format, value)
                           : __bmc_print_to(text, sizeof text, format, precision, value);
    if (size < 0 || size >= (int)sizeof text) __bmc_unsupported("a floating-point number of more than 511 characters");
    streamsize inner = 0;
    if (text[0] == '-' || text[0] == '+')
        inner = 1;
    else if (text[0] == '0' && size > 1 && (text[1] == 'x' || text[1] == 'X'))
        inner = 2;
    return insert(out, text, size, inner);
}

static ostream &insert_text(ostream &out, const char *text, streamsize size) { return insert(out, text, size, 0); }

} // namespace __bmc_cxx

namespace std {

#define FORGETS(value)                              \
    if (__bmc_cxx::forgets(*this)) {                \
        (void)(value);                              \
        return *this;                               \
    }

#define INTEGER(type, call)                                     \
    template <> ostream &ostream::operator<<(type value) {      \
        FORGETS(value)                                          \
        return __bmc_cxx::call(*this, value);                   \
    }
#define UNSIGNED(type)                                                                    \
    template <> ostream &ostream::operator<<(type value) {                                \
        FORGETS(value)                                                                    \
        return __bmc_cxx::insert_integer<type>(*this, value, false, false);               \
    }

#define COMMA ,
INTEGER(short, insert_signed<short COMMA unsigned short>)
INTEGER(int, insert_signed<int COMMA unsigned>)
INTEGER(long, insert_signed<long COMMA unsigned long>)
INTEGER(long long, insert_signed<long long COMMA unsigned long long>)
UNSIGNED(unsigned short)
UNSIGNED(unsigned)
UNSIGNED(unsigned long)
UNSIGNED(unsigned long long)

template <> ostream &ostream::operator<<(bool value) {
    FORGETS(value)
    if (!(flags() & ios_base::boolalpha)) return __bmc_cxx::insert_integer<unsigned>(*this, value, false, true);
    return __bmc_cxx::insert_text(*this, value ? "true" : "false", value ? 4 : 5);
}

template <> ostream &ostream::operator<<(double value) {
    FORGETS(value)
    return __bmc_cxx::insert_floating(*this, value);
}
template <> ostream &ostream::operator<<(float value) {
    FORGETS(value)
    return __bmc_cxx::insert_floating(*this, value);
}
template <> ostream &ostream::operator<<(long double value) {
    FORGETS(value)
    double near = (double)value;
    if (near != value && value == value) __bmc_unsupported("a long double that is no double, written to a stream");
    return __bmc_cxx::insert_floating(*this, near);
}

/* Addresses are no fixed numbers, so any that Linux gives to programs. */
template <> ostream &ostream::operator<<(const void *value) {
    FORGETS(value)
    unsigned long address = 0;
    if (__bmc_executes()) {
        address = (unsigned long)value;
    } else if (value != nullptr) {
        address = __VERIFIER_nondet_ulong();
        __bmc_assume(address != 0 && address < 1ul << 47);
    }
    ios_base::fmtflags before = flags();
    flags((before & ~(ios_base::basefield | ios_base::uppercase)) | ios_base::hex | ios_base::showbase);
    __bmc_cxx::insert_integer<unsigned long>(*this, address, false, false);
    flags(before);
    return *this;
}

/* ---- Characters and strings ---- */

template <> ostream &__ostream_insert(ostream &out, const char *text, streamsize size) {
    __bmc_check_read(text, (size_t)size);
    if (__bmc_cxx::forgets(out)) return out;
    return __bmc_cxx::insert_text(out, text, size);
}

template <> ostream &operator<<(ostream &out, const char *text) {
    return __ostream_insert(out, text, (streamsize)__bmc_strlen(text));
}

template <> ostream &operator<<(ostream &out, char c) { return __ostream_insert(out, &c, 1); }
template <> ostream &operator<<(ostream &out, signed char c) { return __ostream_insert(out, (const char *)&c, 1); }
template <> ostream &operator<<(ostream &out, unsigned char c) { return __ostream_insert(out, (const char *)&c, 1); }

template <> ostream &ostream::flush() {
    if (__bmc_cxx::forgets_bytes(*this) || rdbuf() == nullptr) return *this;
    ostream::sentry ready(*this);
    if (ready) {
        try {
            if (rdbuf()->pubsync() == -1) setstate(ios_base::badbit);
        } catch (...) {
            _M_setstate(ios_base::badbit);
        }
    }
    return *this;
}

template <> ostream &ostream::put(char c) {
    if (__bmc_cxx::forgets_bytes(*this)) return *this;
    ostream::sentry ready(*this);
    if (ready) {
        try {
            if (rdbuf()->sputc(c) == char_traits<char>::eof()) setstate(ios_base::badbit);
        } catch (...) {
            _M_setstate(ios_base::badbit);
        }
    }
    return *this;
}

template <> ostream &endl(ostream &out) { return out.put('\n').flush(); }
template <> ostream &flush(ostream &out) { return out.flush(); }
template <> ostream &ends(ostream &out) { return out.put('\0'); }

template class basic_ostream<char>;
template ostream &operator<<(ostream &, const string &);

} // namespace std
