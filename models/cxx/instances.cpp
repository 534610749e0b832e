/* Stream classes whose code is that of the headers. */
#include "base.h"

namespace std {

template class basic_streambuf<char>;
template class basic_iostream<char>;
/* The text, made without a question whether it overlaps the one that is assigned, which compares addresses. */
template <> string stringbuf::str() const {
    if (const char *end = _M_high_mark()) return string(pbase(), (size_t)(end - pbase()));
    return _M_string;
}

/* A character for which there is no room. What room there is at the end of the string is used first; a longer string has at least 512
 * characters. The same question is left out. */
template <> int stringbuf::overflow(int c) {
    if (!(_M_mode & ios_base::out)) return char_traits<char>::eof();
    if (c == char_traits<char>::eof()) return 0;
    streamsize read = gptr() - eback(), written = pptr() - pbase(), room = epptr() - pbase();
    size_t capacity = _M_string.capacity();
    if ((size_t)room < capacity) {
        char *text = const_cast<char *>(_M_string.data());
        streamsize readable = egptr() - eback();
        _M_pbump(text, text + capacity, written);
        if (_M_mode & ios_base::in) setg(text, text + read, text + readable + 1);
        *pptr() = (char)c;
    } else if (written == room) {
        string larger;
        larger.reserve(2 * capacity < 512 ? 512 : 2 * capacity);
        larger.append(pbase(), (size_t)room);
        larger.push_back((char)c);
        _M_string.swap(larger);
        _M_sync(const_cast<char *>(_M_string.data()), (size_t)read, (size_t)written);
    } else {
        *pptr() = (char)c;
    }
    pbump(1);
    return (unsigned char)c;
}

template class basic_stringbuf<char>;
template class basic_istringstream<char>;
template class basic_ostringstream<char>;
template class basic_stringstream<char>;

} // namespace std

/* The same under the names that it has from C++20 on. */
namespace __bmc_cxx {

std::string text_of(const std::stringbuf *from) __asm__("_ZNKRSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv");
std::string text_of(const std::stringbuf *from) { return from->str(); }

std::string take_text(std::stringbuf *from) __asm__("_ZNOSt7__cxx1115basic_stringbufIcSt11char_traitsIcESaIcEE3strEv");
std::string take_text(std::stringbuf *from) {
    std::string text = from->str();
    from->str(std::string());
    return text;
}

} // namespace __bmc_cxx
