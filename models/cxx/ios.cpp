/* ios_base and basic_ios<char>: flags, state, words and callbacks of streams, and the exception that they throw. */
#include "base.h"

namespace __bmc_cxx {
extern struct ctype_image the_ctype;
} // namespace __bmc_cxx

namespace std {

/* ---- ios_base ---- */

ios_base::ios_base() throw()
    : _M_precision(), _M_width(), _M_flags(), _M_exception(), _M_streambuf_state(), _M_callbacks(nullptr), _M_word_zero(),
      _M_word_size(_S_local_word_size), _M_word(_M_local_word), _M_ios_locale() {}

void ios_base::_M_init() throw() {
    _M_precision = 6;
    _M_width = 0;
    _M_flags = skipws | dec;
    _M_ios_locale = locale();
}

ios_base::~ios_base() {
    if (_M_callbacks != nullptr) {
        _M_call_callbacks(erase_event);
        _M_dispose_callbacks();
    }
    if (_M_word != _M_local_word) {
        delete[] _M_word;
        _M_word = nullptr;
    }
}

void ios_base::register_callback(event_callback function, int index) {
    _M_callbacks = new _Callback_list(function, index, _M_callbacks);
}

void ios_base::_M_call_callbacks(event happened) throw() {
    for (_Callback_list *p = _M_callbacks; p != nullptr; p = p->_M_next) {
        try {
            (*p->_M_fn)(happened, *this, p->_M_index);
        } catch (...) {
        }
    }
}

/* A copy of a stream shares the callbacks of the original. */
void ios_base::_M_dispose_callbacks() throw() {
    for (_Callback_list *p = _M_callbacks; p != nullptr;) {
        if (p->_M_refcount-- != 0) break;
        _Callback_list *next = p->_M_next;
        delete p;
        p = next;
    }
    _M_callbacks = nullptr;
}

/* How many words a program can have of its own; more are refused by badbit in a real library only when memory ends. */
ios_base::_Words &ios_base::_M_grow_words(int index, bool is_int) {
    if (index < 0 || index == __INT_MAX__) {
        _M_streambuf_state |= badbit;
        if (_M_streambuf_state & _M_exception)
            __throw_ios_failure(is_int ? "ios_base::_M_grow_words is not valid" : "ios_base::_M_grow_words is not valid");
        if (is_int)
            _M_word_zero._M_iword = 0;
        else
            _M_word_zero._M_pword = nullptr;
        return _M_word_zero;
    }
    if (index >= _S_local_word_size) {
        _Words *words = new _Words[index + 1];
        for (int i = 0; i < _M_word_size; i++) words[i] = _M_word[i];
        if (_M_word != _M_local_word) delete[] _M_word;
        _M_word = words;
        _M_word_size = index + 1;
    }
    return _M_word[index];
}

static int words_given;

int ios_base::xalloc() throw() { return words_given++; }

locale ios_base::imbue(const locale &chosen) throw() {
    locale before = _M_ios_locale;
    _M_ios_locale = chosen;
    _M_call_callbacks(imbue_event);
    return before;
}

/* The standard streams have no buffers here, so nothing can get out of order. */
static bool synchronous = true;

bool ios_base::sync_with_stdio(bool sync) {
    bool before = synchronous;
    synchronous = sync;
    return before;
}

void ios_base::_M_move(ios_base &from) noexcept {
    _M_precision = from._M_precision;
    _M_width = from._M_width;
    _M_flags = from._M_flags;
    _M_exception = from._M_exception;
    _M_streambuf_state = from._M_streambuf_state;
    _M_callbacks = from._M_callbacks;
    from._M_callbacks = nullptr;
    if (_M_word != _M_local_word) delete[] _M_word;
    if (from._M_word == from._M_local_word) {
        _M_word = _M_local_word;
        _M_word_size = _S_local_word_size;
        for (int i = 0; i < _S_local_word_size; i++) _M_word[i] = from._M_word[i];
    } else {
        _M_word = from._M_word;
        _M_word_size = from._M_word_size;
        from._M_word = from._M_local_word;
        from._M_word_size = _S_local_word_size;
    }
    for (int i = 0; i < _S_local_word_size; i++) from._M_local_word[i] = _Words();
    _M_ios_locale = from._M_ios_locale;
}

void ios_base::_M_swap(ios_base &other) noexcept {
    std::swap(_M_precision, other._M_precision);
    std::swap(_M_width, other._M_width);
    std::swap(_M_flags, other._M_flags);
    std::swap(_M_streambuf_state, other._M_streambuf_state);
    std::swap(_M_callbacks, other._M_callbacks);
    bool here = _M_word == _M_local_word, there = other._M_word == other._M_local_word;
    for (int i = 0; i < _S_local_word_size; i++) std::swap(_M_local_word[i], other._M_local_word[i]);
    std::swap(_M_word, other._M_word);
    if (here) other._M_word = other._M_local_word;
    if (there) _M_word = _M_local_word;
    std::swap(_M_word_size, other._M_word_size);
    std::swap(_M_ios_locale, other._M_ios_locale);
}

/* ---- basic_ios<char> ---- */

template <> void basic_ios<char>::_M_cache_locale(const locale &) {
    _M_ctype = reinterpret_cast<const ctype<char> *>(&__bmc_cxx::the_ctype);
    /* Numbers are written and read without facets. */
    _M_num_put = nullptr;
    _M_num_get = nullptr;
}

template class basic_ios<char>;

/* ---- The exception ---- */

error_category::~error_category() {}
error_condition error_category::default_error_condition(int value) const noexcept { return error_condition(value, *this); }
bool error_category::equivalent(int value, const error_condition &condition) const noexcept {
    return default_error_condition(value) == condition;
}
bool error_category::equivalent(const error_code &code, int value) const noexcept {
    return *this == code.category() && code.value() == value;
}

system_error::~system_error() noexcept {}

} // namespace std

namespace __bmc_cxx {

struct stream_category final : std::error_category {
    const char *name() const noexcept override;
    std::string message(int value) const override;
};

const char *stream_category::name() const noexcept { return "iostream"; }
std::string stream_category::message(int value) const { return value == 1 ? "iostream error" : "Unknown error"; }

extern const void *const table_of_category[] __asm__("_ZTVN9__bmc_cxx15stream_categoryE");
static const void *const *the_category = table_of_category + 2;

} // namespace __bmc_cxx

namespace std {

const error_category &iostream_category() noexcept {
    return *reinterpret_cast<const error_category *>(&__bmc_cxx::the_category);
}

ios_base::failure::failure(const string &text) : system_error(io_errc::stream, text) {}
ios_base::failure::failure(const string &text, const error_code &code) : system_error(code, text) {}
ios_base::failure::failure(const char *text, const error_code &code) : system_error(code, text) {}
ios_base::failure::~failure() throw() {}
const char *ios_base::failure::what() const throw() { return runtime_error::what(); }

void __throw_ios_failure(const char *text) { throw ios_base::failure(text); }
void __throw_ios_failure(const char *text, int) { throw ios_base::failure(text); }

} // namespace std
