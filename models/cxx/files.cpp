/* Files of <fstream>: std::filebuf, on the files of stdio.c and without a buffer, so that what programs write and read has the same meaning
 * as in C. One character that was looked at is in the buffer itself. */
#include "base.h"

namespace __bmc_cxx {

using std::filebuf;
using std::ios_base;
using std::streambuf;
using std::streamsize;

/* What only classes below may use. */
struct file_access : filebuf {
    static FILE *file_of(filebuf &buffer) { return (buffer.*&file_access::_M_file).file(); }
    static bool has_next(const streambuf &buffer) {
        return (buffer.*&file_access::gptr)() < (buffer.*&file_access::egptr)();
    }
    static char next(const streambuf &buffer) { return *(buffer.*&file_access::gptr)(); }
    static void clear(streambuf &buffer) { (buffer.*&file_access::setg)(nullptr, nullptr, nullptr); }
};

/* A character that was looked at is the next one of the file again. */
static void give_back_next(streambuf &buffer, FILE *file) {
    if (file_access::has_next(buffer)) __bmc_give_back_input(file, (unsigned char)file_access::next(buffer));
    file_access::clear(buffer);
}

FILE *unknown_file(streambuf *from) {
    FILE *file = from != nullptr ? __bmc_file_of(from) : nullptr;
    if (file == nullptr || __bmc_is_writable(file)) return nullptr;
    give_back_next(*from, file);
    return __bmc_has_single_input(file) ? file : nullptr;
}

/* As fopen has the mode, or null ([filebuf.members]). */
static const char *name_of(ios_base::openmode mode) {
    bool in = mode & ios_base::in, out = mode & ios_base::out, cut = mode & ios_base::trunc, end = mode & ios_base::app;
    if (mode & ~(ios_base::in | ios_base::out | ios_base::trunc | ios_base::app | ios_base::ate | ios_base::binary))
        __bmc_unsupported("a mode of files that C++17 does not have");
    if (end) return cut ? nullptr : in ? "a+" : "a";
    if (in) return out ? (cut ? "w+" : "r+") : cut ? nullptr : "r";
    return out ? "w" : nullptr;
}

} // namespace __bmc_cxx

namespace std {

/* ---- The file ---- */

__basic_file<char>::__basic_file(__c_lock *) throw() : _M_cfile(nullptr), _M_cfile_created(false) {}
__basic_file<char>::~__basic_file() {
    if (is_open()) close();
}

bool __basic_file<char>::is_open() const throw() { return _M_cfile != nullptr; }
__c_file *__basic_file<char>::file() throw() { return _M_cfile; }

__basic_file<char> *__basic_file<char>::open(const char *name, ios_base::openmode mode, int) {
    const char *in_c = __bmc_cxx::name_of(mode);
    if (in_c == nullptr || is_open()) return nullptr;
    _M_cfile = __bmc_open_file(name, in_c);
    _M_cfile_created = _M_cfile != nullptr;
    return is_open() ? this : nullptr;
}

__basic_file<char> *__basic_file<char>::close() {
    if (!is_open()) return nullptr;
    FILE *file = _M_cfile;
    _M_cfile = nullptr;
    return __bmc_close_file(file) < 0 ? nullptr : this;
}

/* ---- std::filebuf ---- */

template <>
filebuf::basic_filebuf()
    : _M_lock(), _M_file(&_M_lock), _M_mode(), _M_state_beg(), _M_state_cur(), _M_state_last(), _M_buf(), _M_buf_size(),
      _M_buf_allocated(), _M_reading(), _M_writing(), _M_pback(), _M_pback_cur_save(), _M_pback_end_save(), _M_pback_init(),
      _M_codecvt(), _M_ext_buf(), _M_ext_buf_size(), _M_ext_next(), _M_ext_end() {}

template <> filebuf *filebuf::close() {
    if (!is_open()) return nullptr;
    _M_mode = ios_base::openmode();
    setg(nullptr, nullptr, nullptr);
    return _M_file.close() != nullptr ? this : nullptr;
}

template <> filebuf::pos_type filebuf::seekoff(off_type offset, ios_base::seekdir from, ios_base::openmode) {
    if (!is_open()) return pos_type(off_type(-1));
    bool ahead = gptr() < egptr(), current = from == ios_base::cur;
    FILE *file = _M_file.file();
    if (current && offset == 0) {
        long long at = __bmc_tell_file(file);
        return pos_type(at <= 0 || !ahead ? at : at - 1);
    }
    if (current && ahead) offset--;
    setg(nullptr, nullptr, nullptr);
    return pos_type(__bmc_seek_file(file, offset, current ? SEEK_CUR : from == ios_base::end ? SEEK_END : SEEK_SET));
}

/* Which buffer a file belongs to, where it has one direction. */
static void own(FILE *file, ios_base::openmode mode, const void *buffer) {
    bool in = mode & ios_base::in, out = mode & (ios_base::out | ios_base::app);
    if (file != nullptr) __bmc_own_file(file, in != out ? buffer : nullptr);
}

template <> void filebuf::swap(filebuf &other) {
    if (is_open()) __bmc_cxx::give_back_next(*this, _M_file.file());
    if (other.is_open()) __bmc_cxx::give_back_next(other, other._M_file.file());
    streambuf::swap(other);
    _M_file.swap(other._M_file);
    std::swap(_M_mode, other._M_mode);
    own(_M_file.file(), _M_mode, this);
    own(other._M_file.file(), other._M_mode, &other);
}

template <> filebuf::basic_filebuf(filebuf &&from) : basic_filebuf() { swap(from); }

template <> filebuf &filebuf::operator=(filebuf &&from) {
    close();
    swap(from);
    return *this;
}

template <> filebuf *filebuf::open(const char *name, ios_base::openmode mode) {
    if (is_open() || _M_file.open(name, mode) == nullptr) return nullptr;
    _M_mode = mode;
    own(_M_file.file(), mode, this);
    if ((mode & ios_base::ate) && seekoff(0, ios_base::end, mode) == pos_type(off_type(-1))) {
        close();
        return nullptr;
    }
    return this;
}

/* How many more there are is not known. */
template <> streamsize filebuf::showmanyc() {
    if (!is_open() || !(_M_mode & ios_base::in)) return -1;
    if (__bmc_executes()) __bmc_unsupported("how many characters of a file can be read at once");
    streamsize more = __VERIFIER_nondet_long();
    __bmc_assume(more >= -1);
    return more;
}

template <> int filebuf::underflow() {
    if (!is_open() || !(_M_mode & ios_base::in)) return traits_type::eof();
    if (gptr() < egptr()) return (unsigned char)*gptr();
    FILE *file = _M_file.file();
    __bmc_forget_end(file);
    int c = __bmc_take_input(file);
    if (c == traits_type::eof()) {
        if (__bmc_forget_end(file)) __throw_ios_failure("basic_filebuf::underflow error reading the file");
        return c;
    }
    _M_pback = (char)c;
    setg(&_M_pback, &_M_pback, &_M_pback + 1);
    return c;
}

template <> int filebuf::pbackfail(int) {
    if (!is_open() || !(_M_mode & ios_base::in)) return traits_type::eof();
    __bmc_unsupported("a character put back into a file that is not the last one that was read");
}

template <> streamsize filebuf::xsgetn(char *to, streamsize size) {
    streamsize count = 0;
    for (; count < size; count++) {
        int c = sbumpc();
        if (c == traits_type::eof()) break;
        to[count] = (char)c;
    }
    return count;
}

template <> streamsize filebuf::xsputn(const char *from, streamsize size) {
    if (!is_open() || !(_M_mode & (ios_base::out | ios_base::app)) || size <= 0) return 0;
    __bmc_check_read(from, (size_t)size);
    if (gptr() < egptr() && __bmc_seek_file(_M_file.file(), -1, SEEK_CUR) < 0) return 0;
    setg(nullptr, nullptr, nullptr);
    return __bmc_write_file(_M_file.file(), from, (size_t)size) ? size : 0;
}

template <> int filebuf::overflow(int c) {
    char byte = (char)c;
    if (c == traits_type::eof()) return is_open() && (_M_mode & (ios_base::out | ios_base::app)) ? 0 : c;
    return xsputn(&byte, 1) == 1 ? (unsigned char)c : traits_type::eof();
}

/* There is no buffer to put another one in the place of. */
template <> streambuf *filebuf::setbuf(char *, streamsize) { return this; }

template <> filebuf::pos_type filebuf::seekpos(pos_type to, ios_base::openmode mode) {
    return seekoff(off_type(to), ios_base::beg, mode);
}

template <> int filebuf::sync() { return is_open() && (_M_mode & (ios_base::out | ios_base::app)) ? __bmc_flush_file() : 0; }

template <> void filebuf::imbue(const locale &) {}

template class basic_filebuf<char>;
template class basic_ifstream<char>;
template class basic_ofstream<char>;
template class basic_fstream<char>;

} // namespace std
