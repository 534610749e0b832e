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
