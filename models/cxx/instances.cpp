/* Stream classes whose code is that of the headers. */
#include "base.h"

namespace std {

template class basic_streambuf<char>;
template class basic_iostream<char>;
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
