/* std::locale: the classic one alone, whose facets are the objects here. */
#include "base.h"

namespace __bmc_cxx {

/* Facets and locales as the headers lay them out, without the constructors that would run before `main`. */
struct facet_image {
    const void *const *table;
    int references;
};

extern const void *const table_of_ctype[] __asm__("_ZTVSt5ctypeIcE");
extern const void *const table_of_collate[] __asm__("_ZTVNSt7__cxx117collateIcEE");
extern const void *const table_of_numpunct[] __asm__("_ZTVNSt7__cxx118numpunctIcEE");

struct classes {
    unsigned short of[256];
};

constexpr classes make_classes() {
    classes all{};
    for (int c = 0; c < 128; c++) {
        unsigned m = 0;
        bool upper = c >= 'A' && c <= 'Z', lower = c >= 'a' && c <= 'z', digit = c >= '0' && c <= '9';
        bool seen = c > ' ' && c < 127;
        if (upper) m |= std::ctype_base::upper | std::ctype_base::alpha;
        if (lower) m |= std::ctype_base::lower | std::ctype_base::alpha;
        if (digit) m |= std::ctype_base::digit;
        if (digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F')) m |= std::ctype_base::xdigit;
        if (c == ' ' || (c >= '\t' && c <= '\r')) m |= std::ctype_base::space;
        if (seen || c == ' ') m |= std::ctype_base::print;
        if (seen && !upper && !lower && !digit) m |= std::ctype_base::punct;
        if (c < ' ' || c == 127) m |= std::ctype_base::cntrl;
        if (c == ' ' || c == '\t') m |= std::ctype_base::blank;
        all.of[c] = (unsigned short)m;
    }
    return all;
}

constexpr classes table = make_classes();

/* `widen` asks do_widen each time: characters stay themselves, and what depends on inputs is not looked up in a table. */
struct ctype_image {
    facet_image facet;
    void *c_locale;
    bool ends_table;
    const int *upper, *lower;
    const unsigned short *classes;
    char widen_known, widened[256], narrowed[256], narrow_known;
};

ctype_image the_ctype = {{table_of_ctype + 2, 1}, nullptr, false, nullptr, nullptr, table.of, 0, {}, {}, 0};
static_assert(sizeof(ctype_image) == sizeof(std::ctype<char>));

struct numpunct_image {
    facet_image facet;
    void *cache;
};

numpunct_image the_numpunct = {{table_of_numpunct + 2, 1}, nullptr};
static_assert(sizeof(numpunct_image) == sizeof(std::numpunct<char>));

struct collate_image {
    facet_image facet;
    void *c_locale;
};

collate_image the_collate = {{table_of_collate + 2, 1}, nullptr};
static_assert(sizeof(collate_image) == sizeof(std::collate<char>));

/* Nobody looks into it: all there is of the classic locale is its address. */
long classic_locale[8];
long *the_locale = classic_locale;
static_assert(sizeof(the_locale) == sizeof(std::locale));

} // namespace __bmc_cxx

namespace std {

/* ---- locale ---- */

locale::locale() throw() : _M_impl(reinterpret_cast<_Impl *>(__bmc_cxx::classic_locale)) {}
locale::locale(const locale &other) throw() : _M_impl(other._M_impl) {}
locale::locale(const char *name) : _M_impl(reinterpret_cast<_Impl *>(__bmc_cxx::classic_locale)) {
    if (__builtin_strcmp(name, "C") != 0 && __builtin_strcmp(name, "POSIX") != 0)
        __bmc_unsupported("a locale other than the classic one");
}
locale::~locale() throw() {}
const locale &locale::operator=(const locale &other) throw() {
    _M_impl = other._M_impl;
    return *this;
}
bool locale::operator==(const locale &other) const throw() { return _M_impl == other._M_impl; }
string locale::name() const { return "C"; }
const locale &locale::classic() { return *reinterpret_cast<const locale *>(&__bmc_cxx::the_locale); }
locale locale::global(const locale &) { return locale(); }

locale::facet::~facet() {}

template <> const ctype<char> &use_facet<ctype<char>>(const locale &) {
    return *reinterpret_cast<const ctype<char> *>(&__bmc_cxx::the_ctype);
}
template <> const ctype<char> &use_facet<const ctype<char>>(const locale &from) { return use_facet<ctype<char>>(from); }
template <> bool has_facet<ctype<char>>(const locale &) noexcept { return true; }
template <> const collate<char> &use_facet<collate<char>>(const locale &) {
    return *reinterpret_cast<const collate<char> *>(&__bmc_cxx::the_collate);
}
template <> bool has_facet<collate<char>>(const locale &) noexcept { return true; }
template <> const numpunct<char> &use_facet<numpunct<char>>(const locale &) {
    return *reinterpret_cast<const numpunct<char> *>(&__bmc_cxx::the_numpunct);
}
template <> bool has_facet<numpunct<char>>(const locale &) noexcept { return true; }

/* ---- ctype<char> ---- */

const size_t ctype<char>::table_size;

ctype<char>::~ctype() {}
const ctype_base::mask *ctype<char>::classic_table() throw() { return __bmc_cxx::table.of; }

char ctype<char>::do_toupper(char c) const { return c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c; }
char ctype<char>::do_tolower(char c) const { return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c; }
const char *ctype<char>::do_toupper(char *from, const char *to) const {
    for (; from != to; from++) *from = ctype<char>::do_toupper(*from);
    return to;
}
const char *ctype<char>::do_tolower(char *from, const char *to) const {
    for (; from != to; from++) *from = ctype<char>::do_tolower(*from);
    return to;
}

void ctype<char>::_M_widen_init() const {}
void ctype<char>::_M_narrow_init() const {}

/* ---- numpunct<char> ---- */

template <> void numpunct<char>::_M_initialize_numpunct(__c_locale) {}
template <> numpunct<char>::~numpunct() {}
template <> char numpunct<char>::do_decimal_point() const { return '.'; }
template <> char numpunct<char>::do_thousands_sep() const { return ','; }
template <> string numpunct<char>::do_grouping() const { return string(); }
template <> string numpunct<char>::do_truename() const { return "true"; }
template <> string numpunct<char>::do_falsename() const { return "false"; }

/* ---- collate<char>: the order of the classic locale is that of the bytes ---- */

template <> int collate<char>::do_compare(const char *a, const char *end_of_a, const char *b, const char *end_of_b) const {
    for (; a != end_of_a && b != end_of_b; a++, b++)
        if (*a != *b) return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
    return (a != end_of_a) - (b != end_of_b);
}
template <> string collate<char>::do_transform(const char *from, const char *to) const { return string(from, to); }
template class collate<char>;

} // namespace std

namespace __bmc_cxx {

/* Its class is made by whoever makes an object; this one nobody calls. */
std::numpunct<char> *make_numpunct() { return new std::numpunct<char>; }

} // namespace __bmc_cxx
