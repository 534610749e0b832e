/* Input from streams: what basic_istream<char> reads for each type, without the facets that the library asks. */
#include "base.h"
#include <limits>

namespace __bmc_cxx {

using std::ios_base;
using std::istream;
using std::streambuf;
using std::streamsize;
using iostate = ios_base::iostate;

constexpr int eof = std::char_traits<char>::eof();

/* The first character that is no space, or the end. */
static int skip_spaces(istream &in) {
    streambuf *from = in.rdbuf();
    if (FILE *file = unknown_input(in)) {
        int c = __bmc_look_at_input(file);
        if (c != eof && is_space(c)) {
            /* Any number of spaces. */
            __bmc_take_input(file);
            c = __bmc_look_at_input(file);
            __bmc_assume(!is_space(c));
        }
        return c;
    }
    int c = from->sgetc();
    while (c != eof && is_space(c)) c = from->snextc();
    return c;
}

/* Characters of a file of which nothing is known, up to one that stops them, which is `next` and stays; at most as many
 * as there is room for. They are stored; how many. */
template <class Stops> static streamsize any_text(FILE *from, char *to, streamsize room, int &next, Stops stops) {
    char text[room > 0 ? room : 1];
    streamsize count = 0;
    if (!__bmc_input_has_ended(from) && room > 0) {
        count = (streamsize)__VERIFIER_nondet_ulong();
        __bmc_assume(count >= 0 && count <= room);
        __bmc_havoc(text, (std::size_t)room);
        for (streamsize i = 0; i < room; i++) __bmc_assume((i >= count) | !stops((unsigned char)text[i]));
        __builtin_memcpy(to, text, (std::size_t)count);
    }
    next = __bmc_look_at_input(from);
    __bmc_assume((count == room) | (next == eof) | stops(next));
    return count;
}

/* Longer texts are read character by character. */
constexpr streamsize longest_text = 1024;

/* The characters of a number, one after the other. */
struct source {
    streambuf *from;
    int c;
    explicit source(istream &in) : from(in.rdbuf()), c(from->sgetc()) {}
    bool ended() const { return c == eof; }
    void next() { c = from->snextc(); }
};

static int digit_of(int c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}

/* ---- Integers ---- */

/* What a file may begin with of which nothing is known but maybe its first character: spaces and a sign are gone. */
enum class start { anything, positive, negative, digit, nothing };

static int base_of(istream &in) {
    ios_base::fmtflags field = in.flags() & ios_base::basefield;
    return field == ios_base::hex ? 16 : field == ios_base::oct ? 8 : 10;
}

static start start_of_number(FILE *from, istream &in, int base, bool point) {
    if (__bmc_input_is_fresh(from)) return start::anything;
    int c = __bmc_look_at_input(from);
    if (is_space(c) && (in.flags() & ios_base::skipws)) {
        __bmc_take_input(from);
        return start::anything;
    }
    if (c == '-' || c == '+') {
        __bmc_take_input(from);
        return c == '-' ? start::negative : start::positive;
    }
    return digit_of(c) < base || (point && c == '.') ? start::digit : start::nothing;
}

/* Whether a number that is not less than 0 has this first digit. */
template <class T> static bool begins_with(T value, unsigned digit, unsigned base) {
    using wide = unsigned __int128;
    bool any = false;
    for (wide unit = 1; unit <= (wide)std::numeric_limits<T>::max(); unit *= base) any |= (wide)value - digit * unit < unit;
    return any;
}

/* Any number may come: whether one does is chosen, and so is what follows it, which is looked at already and no digit. */
template <class T> static T any_integer(FILE *from, istream &in, iostate &state, start begin) {
    constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
    constexpr bool is_signed = std::numeric_limits<T>::is_signed;
    int base = base_of(in);
    bool number = begin != start::nothing && !__bmc_input_has_ended(from) && __VERIFIER_nondet_bool();
    unsigned first = 0;
    if (begin == start::digit) {
        first = (unsigned)digit_of(__bmc_take_input(from));
        /* 0x alone is no number. */
        __bmc_assume(number | ((first == 0) & (base == 16)));
    }
    int c = __bmc_look_at_input(from);
    __bmc_assume(c == eof || digit_of(c) >= base);
    if (c == eof) state |= ios_base::eofbit;
    if (!number) {
        state |= ios_base::failbit;
        return 0;
    }
    T value = (T)__VERIFIER_nondet_ulong();
    if (__VERIFIER_nondet_bool()) {
        state |= ios_base::failbit;
        value = is_signed && (begin == start::negative || (begin == start::anything && __VERIFIER_nondet_bool())) ? least : most;
    } else if (is_signed && begin != start::anything) {
        __bmc_assume(begin == start::negative ? value <= 0 : value >= 0);
    }
    if (begin == start::digit && !(state & ios_base::failbit))
        __bmc_assume((first == 0) | begins_with(value, first, (unsigned)base));
    return value;
}

/* The number in the characters that come, as C++ has it ([facet.num.get.virtuals]); one that does not fit is the next that does. */
template <class T> static T read_integer(istream &in, iostate &state) {
    using U = std::make_unsigned_t<T>;
    source s(in);
    ios_base::fmtflags field = in.flags() & ios_base::basefield;
    unsigned base = field == ios_base::oct ? 8 : field == ios_base::hex ? 16 : 10;
    bool negative = s.c == '-', zero = false;
    if (negative || s.c == '+') s.next();
    /* Zeros in front, and a prefix. */
    while (!s.ended()) {
        if (s.c == '0' && (!zero || base == 10)) {
            zero = true;
            if (field == 0) base = 8;
        } else if (zero && (s.c == 'x' || s.c == 'X') && (field == 0 || base == 16)) {
            base = 16;
            zero = false;
        } else {
            break;
        }
        s.next();
        if (!zero) break;
    }
    constexpr bool is_signed = std::numeric_limits<T>::is_signed;
    const U most = negative && is_signed ? (U)(0 - (U)std::numeric_limits<T>::min()) : (U)std::numeric_limits<T>::max();
    U value = 0;
    bool any = zero, over = false;
    for (; !s.ended(); s.next()) {
        unsigned digit = (unsigned)digit_of(s.c);
        if (digit >= base) break;
        any = true;
        if (value > most / base) {
            over = true;
        } else {
            value = (U)(value * base);
            over |= value > (U)(most - digit);
            value = (U)(value + digit);
        }
    }
    if (s.ended()) state |= ios_base::eofbit;
    if (!any) {
        state |= ios_base::failbit;
        return 0;
    }
    if (over) {
        state |= ios_base::failbit;
        return negative && is_signed ? std::numeric_limits<T>::min() : std::numeric_limits<T>::max();
    }
    return (T)(negative ? 0 - value : value);
}

template <class T> static istream &extract_with_sentry(istream &in, T &value, T (*read)(istream &, iostate &)) {
    istream::sentry ready(in, false);
    if (ready) {
        iostate state = ios_base::goodbit;
        try {
            value = read(in, state);
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
        if (state) in.setstate(state);
    }
    return in;
}

/* Reads by `read`, or what `any` chooses. */
template <class T>
static istream &extract(istream &in, T &value, T (*read)(istream &, iostate &), T (*any)(FILE *, istream &, iostate &, start)) {
    iostate state = ios_base::goodbit;
    FILE *from = in.good() && (in.flags() & ios_base::basefield) != 0 ? unknown_input(in) : nullptr;
    if (from != nullptr) {
        if (in.tie() != nullptr) in.tie()->flush();
        constexpr bool floating = std::is_floating_point_v<T>;
        start begin = start_of_number(from, in, floating ? 10 : base_of(in), floating);
        value = any(from, in, state, begin);
        if (state) in.setstate(state);
        return in;
    }
    return extract_with_sentry(in, value, read);
}

template <class T> static istream &extract_integer(istream &in, T &value) {
    return extract<T>(in, value, read_integer<T>, any_integer<T>);
}

/* A number that is read as a long. */
template <class T> static T narrowed(long wide, iostate &state) {
    if (wide < std::numeric_limits<T>::min()) {
        state |= ios_base::failbit;
        return std::numeric_limits<T>::min();
    }
    if (wide > std::numeric_limits<T>::max()) {
        state |= ios_base::failbit;
        return std::numeric_limits<T>::max();
    }
    return (T)wide;
}
template <class T> static T read_narrow(istream &in, iostate &state) { return narrowed<T>(read_integer<long>(in, state), state); }

/* ---- Truth values ---- */

static bool truth(long number, iostate &state) {
    if (number != 0 && number != 1) state |= ios_base::failbit;
    return number != 0;
}

static bool read_truth(istream &in, iostate &state) {
    if (!(in.flags() & ios_base::boolalpha)) return truth(read_integer<long>(in, state), state);
    source s(in);
    if (s.c == 't' || s.c == 'f') {
        bool value = s.c == 't';
        const char *rest = value ? "true" : "false";
        for (; s.c == *rest; rest++) {
            if (rest[1] == 0) {
                /* Nobody looks at what follows. */
                s.from->sbumpc();
                return value;
            }
            s.next();
        }
    }
    state |= ios_base::failbit;
    if (s.ended()) state |= ios_base::eofbit;
    return false;
}

static bool any_truth(FILE *from, istream &in, iostate &state, start begin) {
    return truth(any_integer<long>(from, in, state, begin), state);
}

/* ---- Floating-point numbers ---- */

/* Characters that may be part of a number, up to the first that cannot. */
static void gather(source &s, char *to, std::size_t room) {
    std::size_t count = 0;
    auto keep = [&](int c) {
        if (count + 1 >= room) __bmc_unsupported("a floating-point number of more than 1000 characters, read from a stream");
        to[count++] = (char)c;
    };
    if (s.c == '-' || s.c == '+') {
        keep(s.c);
        s.next();
    }
    bool mantissa = false, point = false, exponent = false;
    if (s.c == '0') {
        keep('0');
        mantissa = true;
        while (s.c == '0') s.next();
    }
    while (!s.ended()) {
        if (s.c >= '0' && s.c <= '9') {
            keep(s.c);
            mantissa = true;
        } else if (s.c == '.' && !point && !exponent) {
            keep('.');
            point = true;
        } else if ((s.c == 'e' || s.c == 'E') && !exponent && mantissa) {
            keep('e');
            exponent = true;
            s.next();
            if (s.c == '-' || s.c == '+')
                keep(s.c);
            else
                continue;
        } else {
            break;
        }
        s.next();
    }
    to[count] = 0;
}

static double parse(const char *text, char **end, double *) { return __bmc_parse_double(text, end); }
static float parse(const char *text, char **end, float *) { return __bmc_parse_float(text, end); }
static long double parse(const char *text, char **end, long double *) { return __bmc_parse_long_double(text, end); }

template <class T> static T read_floating(istream &in, iostate &state) {
    source s(in);
    char text[1001], *end;
    gather(s, text, sizeof text);
    if (s.ended()) state |= ios_base::eofbit;
    T value = parse(text, &end, (T *)nullptr);
    if (end == text || *end != 0) {
        state |= ios_base::failbit;
        return 0;
    }
    constexpr T most = std::numeric_limits<T>::max();
    if (value > most || value < -most) {
        state |= ios_base::failbit;
        return value > 0 ? most : -most;
    }
    return value;
}

template <class T> static T any_floating(FILE *from, istream &in, iostate &state, start begin) {
    if (begin == start::digit) {
        /* Which numbers begin with this digit, or with a point, is another question. */
        __bmc_guess();
        __bmc_take_input(from);
        begin = start::positive;
    }
    constexpr T most = std::numeric_limits<T>::max();
    iostate which = ios_base::goodbit;
    long whole = any_integer<long>(from, in, which, begin);
    state |= which;
    if (which & ios_base::failbit) return whole == 0 ? 0 : whole > 0 ? most : -most;
    if (sizeof(T) > sizeof(double)) {
        double value;
        __bmc_havoc(&value, sizeof value);
        /* Others are written, too, but how many bits they have is another question. */
        __bmc_guess();
        __bmc_assume(value == value && value - value == 0);
        __bmc_assume(begin == start::anything || (begin == start::negative ? value <= 0 : value >= 0));
        return value;
    }
    T value;
    __bmc_havoc(&value, sizeof value);
    __bmc_assume(value >= -most && value <= most);
    __bmc_assume(begin == start::anything || (begin == start::negative ? value <= 0 : value >= 0));
    return value;
}

template <class T> static istream &extract_floating(istream &in, T &value) {
    return extract<T>(in, value, read_floating<T>, any_floating<T>);
}

/* ---- Addresses ---- */

static unsigned long read_address(istream &in, iostate &state) {
    ios_base::fmtflags before = in.flags();
    in.flags((before & ~ios_base::basefield) | ios_base::hex);
    unsigned long value = read_integer<unsigned long>(in, state);
    in.flags(before);
    return value;
}

/* ---- Text ---- */

/* Up to a character that stops it, which stays, or until there is no more room: how many characters. `next` is the one behind. */
template <class Stops> static streamsize read_text(istream &in, char *to, streamsize room, int &next, Stops stops) {
    FILE *file = room <= longest_text ? unknown_input(in) : nullptr;
    if (file != nullptr) {
        if (__bmc_input_is_fresh(file)) return any_text(file, to, room, next, stops);
        next = __bmc_look_at_input(file);
        if (room == 0 || stops(next)) return 0;
        to[0] = (char)__bmc_take_input(file);
        return 1 + any_text(file, to + 1, room - 1, next, stops);
    }
    streambuf *from = in.rdbuf();
    streamsize count = 0;
    next = from->sgetc();
    for (; count < room && next != eof && !stops(next); next = from->snextc()) to[count++] = (char)next;
    return count;
}

} // namespace __bmc_cxx

namespace std {

template <> basic_istream<char>::sentry::sentry(istream &in, bool keeps_spaces) : _M_ok(false) {
    ios_base::iostate state = ios_base::goodbit;
    if (in.good()) {
        try {
            if (in.tie() != nullptr) in.tie()->flush();
            if (!keeps_spaces && (in.flags() & ios_base::skipws) && __bmc_cxx::skip_spaces(in) == __bmc_cxx::eof)
                state |= ios_base::eofbit;
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
    }
    if (in.good() && state == ios_base::goodbit)
        _M_ok = true;
    else
        in.setstate(state | ios_base::failbit);
}

template <> istream &istream::operator>>(unsigned short &value) { return __bmc_cxx::extract_integer(*this, value); }
template <> istream &istream::operator>>(unsigned &value) { return __bmc_cxx::extract_integer(*this, value); }
template <> istream &istream::operator>>(long &value) { return __bmc_cxx::extract_integer(*this, value); }
template <> istream &istream::operator>>(unsigned long &value) { return __bmc_cxx::extract_integer(*this, value); }
template <> istream &istream::operator>>(long long &value) { return __bmc_cxx::extract_integer(*this, value); }
template <> istream &istream::operator>>(unsigned long long &value) { return __bmc_cxx::extract_integer(*this, value); }
template <> istream &istream::operator>>(short &value) {
    return __bmc_cxx::extract<short>(*this, value, __bmc_cxx::read_narrow<short>, __bmc_cxx::any_integer<short>);
}
template <> istream &istream::operator>>(int &value) {
    return __bmc_cxx::extract<int>(*this, value, __bmc_cxx::read_narrow<int>, __bmc_cxx::any_integer<int>);
}
template <> istream &istream::operator>>(bool &value) {
    if (flags() & ios_base::boolalpha) return __bmc_cxx::extract_with_sentry<bool>(*this, value, __bmc_cxx::read_truth);
    return __bmc_cxx::extract<bool>(*this, value, __bmc_cxx::read_truth, __bmc_cxx::any_truth);
}
template <> istream &istream::operator>>(float &value) { return __bmc_cxx::extract_floating(*this, value); }
template <> istream &istream::operator>>(double &value) { return __bmc_cxx::extract_floating(*this, value); }
template <> istream &istream::operator>>(long double &value) { return __bmc_cxx::extract_floating(*this, value); }
template <> istream &istream::operator>>(void *&value) {
    unsigned long address = (unsigned long)value;
    __bmc_cxx::extract<unsigned long>(*this, address, __bmc_cxx::read_address, __bmc_cxx::any_integer<unsigned long>);
    value = (void *)address;
    return *this;
}

template <> istream &ws(istream &in) {
    istream::sentry ready(in, true);
    if (ready) {
        ios_base::iostate state = ios_base::goodbit;
        try {
            if (__bmc_cxx::skip_spaces(in) == __bmc_cxx::eof) state = ios_base::eofbit;
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
        if (state) in.setstate(state);
    }
    return in;
}

void __istream_extract(istream &in, char *to, streamsize room) {
    ios_base::iostate state = ios_base::goodbit;
    streamsize count = 0;
    istream::sentry ready(in, false);
    if (ready) {
        try {
            if (in.width() > 0 && in.width() < room) room = in.width();
            int next;
            count = __bmc_cxx::read_text(in, to, room - 1, next, __bmc_cxx::is_space);
            if (count < room - 1 && next == __bmc_cxx::eof) state |= ios_base::eofbit;
            to[count] = 0;
            in.width(0);
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
    }
    if (count == 0) state |= ios_base::failbit;
    if (state) in.setstate(state);
}

template <> istream &operator>>(istream &in, string &text) {
    ios_base::iostate state = ios_base::goodbit;
    size_t count = 0;
    istream::sentry ready(in, false);
    if (ready) {
        try {
            text.erase();
            size_t most = in.width() > 0 ? (size_t)in.width() : text.max_size();
            streambuf *from = in.rdbuf();
            int c = from->sgetc();
            for (; count < most && c != __bmc_cxx::eof && !__bmc_cxx::is_space(c); c = from->snextc()) {
                text.push_back((char)c);
                count++;
            }
            if (count < most && c == __bmc_cxx::eof) state |= ios_base::eofbit;
            in.width(0);
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
    }
    if (count == 0) state |= ios_base::failbit;
    if (state) in.setstate(state);
    return in;
}

template <> istream &getline(istream &in, string &text, char last) {
    ios_base::iostate state = ios_base::goodbit;
    bool any = false;
    istream::sentry ready(in, true);
    if (ready) {
        try {
            text.erase();
            streambuf *from = in.rdbuf();
            int c = from->sgetc();
            for (; c != __bmc_cxx::eof && c != (unsigned char)last; c = from->snextc()) {
                text.push_back((char)c);
                any = true;
            }
            if (c == __bmc_cxx::eof) {
                state |= ios_base::eofbit;
            } else {
                from->sbumpc();
                any = true;
            }
        } catch (...) {
            in._M_setstate(ios_base::badbit);
        }
    }
    if (!any) state |= ios_base::failbit;
    if (state) in.setstate(state);
    return in;
}

template <> istream &istream::getline(char *to, streamsize room, char last) {
    _M_gcount = 0;
    ios_base::iostate state = ios_base::goodbit;
    streamsize stored = 0;
    sentry ready(*this, true);
    if (ready) {
        try {
            int c;
            stored = __bmc_cxx::read_text(*this, to, room > 0 ? room - 1 : 0, c, [=](int c) { return c == (unsigned char)last; });
            _M_gcount = stored;
            if (c == __bmc_cxx::eof) {
                state |= ios_base::eofbit;
            } else if (c == (unsigned char)last) {
                rdbuf()->sbumpc();
                _M_gcount++;
            } else {
                state |= ios_base::failbit;
            }
        } catch (...) {
            _M_setstate(ios_base::badbit);
        }
    }
    if (room > 0) to[stored] = 0;
    if (_M_gcount == 0) state |= ios_base::failbit;
    if (state) setstate(state);
    return *this;
}

template <> istream &istream::get(char *to, streamsize room, char last) {
    _M_gcount = 0;
    ios_base::iostate state = ios_base::goodbit;
    sentry ready(*this, true);
    if (ready) {
        try {
            int c;
            _M_gcount = __bmc_cxx::read_text(*this, to, room > 0 ? room - 1 : 0, c, [=](int c) { return c == (unsigned char)last; });
            if (c == __bmc_cxx::eof) state |= ios_base::eofbit;
        } catch (...) {
            _M_setstate(ios_base::badbit);
        }
    }
    if (room > 0) to[_M_gcount] = 0;
    if (_M_gcount == 0) state |= ios_base::failbit;
    if (state) setstate(state);
    return *this;
}

/* At most `count` characters up to `last`, which none is where it is less than the end. */
static ios_base::iostate skip(streambuf *from, streamsize count, int last, streamsize &done) {
    const streamsize most = numeric_limits<streamsize>::max();
    for (done = 0; done < count || count == most; done += done < most) {
        int c = from->sbumpc();
        if (c == __bmc_cxx::eof) return ios_base::eofbit;
        if (c == last) {
            done += done < most;
            break;
        }
    }
    return ios_base::goodbit;
}

template <> istream &istream::ignore(streamsize count) { return ignore(count, __bmc_cxx::eof - 1); }

template <> istream &istream::ignore(streamsize count, int last) {
    if (last == __bmc_cxx::eof) return ignore(count);
    _M_gcount = 0;
    sentry ready(*this, true);
    if (ready && count > 0) {
        ios_base::iostate state = ios_base::goodbit;
        try {
            state = skip(rdbuf(), count, last, _M_gcount);
        } catch (...) {
            _M_setstate(ios_base::badbit);
        }
        if (state) setstate(state);
    }
    return *this;
}

template <> streamsize __copy_streambufs_eof(streambuf *from, streambuf *to, bool &ended) {
    streamsize count = 0;
    ended = true;
    for (int c = from->sgetc(); c != __bmc_cxx::eof; c = from->snextc()) {
        if (to->sputc((char)c) == __bmc_cxx::eof) {
            ended = false;
            break;
        }
        count++;
    }
    return count;
}

template class basic_istream<char>;
template istream &operator>>(istream &, char &);
template istream &operator>>(istream &, unsigned char &);
template istream &operator>>(istream &, signed char &);

} // namespace std
