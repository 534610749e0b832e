/* cin, cout, cerr and clog: objects that exist before any code runs, on the standard input and output of stdio.c. */
#include "base.h"

namespace __bmc_cxx {

using std::streambuf;
using std::streamsize;

constexpr int end_of_file = std::char_traits<char>::eof();

/* As libstdc++ has them while they are synchronous with stdio: without a buffer of their own. */
struct standard_output : streambuf {
    int descriptor;
    ~standard_output() override;
    int overflow(int c) override;
    streamsize xsputn(const char *from, streamsize size) override;
    int sync() override;
    pos_type seekoff(off_type, std::ios_base::seekdir, std::ios_base::openmode) override;
};

standard_output::~standard_output() {}

int standard_output::overflow(int c) {
    if (c == end_of_file) return 0;
    char byte = (char)c;
    return __bmc_write_standard(descriptor, &byte, 1) ? (unsigned char)c : end_of_file;
}

streamsize standard_output::xsputn(const char *from, streamsize size) {
    if (size <= 0) return 0;
    __bmc_check_read(from, (std::size_t)size);
    return __bmc_write_standard(descriptor, from, (std::size_t)size) ? size : 0;
}

int standard_output::sync() { return 0; }

/* Only a file has a place. */
streambuf::pos_type standard_output::seekoff(off_type, std::ios_base::seekdir, std::ios_base::openmode) {
    if (__bmc_executes()) return -1;
    long at = __VERIFIER_nondet_long();
    __bmc_assume(at >= -1);
    return at;
}

struct standard_input : streambuf {
    /* The last character that was taken and not given back. */
    int last;
    ~standard_input() override;
    int underflow() override;
    int uflow() override;
    int pbackfail(int c) override;
    streamsize xsgetn(char *to, streamsize size) override;
    pos_type seekoff(off_type, std::ios_base::seekdir, std::ios_base::openmode) override;
};

standard_input::~standard_input() {}

int standard_input::underflow() { return __bmc_look_at_input(stdin); }

int standard_input::uflow() {
    last = __bmc_take_input(stdin);
    return last;
}

int standard_input::pbackfail(int c) {
    int back = c == end_of_file ? last : c;
    last = end_of_file;
    if (back == end_of_file) return end_of_file;
    return __bmc_give_back_input(stdin, back & 0xff) ? back : end_of_file;
}

streamsize standard_input::xsgetn(char *to, streamsize size) {
    streamsize count = 0;
    for (; count < size; count++) {
        int c = __bmc_take_input(stdin);
        last = c;
        if (c == end_of_file) break;
        to[count] = (char)c;
    }
    return count;
}

streambuf::pos_type standard_input::seekoff(off_type, std::ios_base::seekdir, std::ios_base::openmode) {
    __bmc_unsupported("the place of the standard input");
}

/* ---- The objects, as the headers lay them out ---- */

extern const void *const table_of_output[] __asm__("_ZTVN9__bmc_cxx15standard_outputE");
extern const void *const table_of_input[] __asm__("_ZTVN9__bmc_cxx14standard_inputE");
extern const void *const table_of_ostream[] __asm__("_ZTVSo");
extern const void *const table_of_istream[] __asm__("_ZTVSi");
extern struct ctype_image the_ctype;
extern long classic_locale[8];

struct buffer_image {
    const void *const *table;
    char *areas[6];
    void *locale;
    int own;
};
static_assert(sizeof(buffer_image) == sizeof(standard_output) && sizeof(buffer_image) == sizeof(standard_input));

static buffer_image output_buffer = {table_of_output + 2, {}, classic_locale, 1};
static buffer_image errors_buffer = {table_of_output + 2, {}, classic_locale, 2};
static buffer_image input_buffer = {table_of_input + 2, {}, classic_locale, end_of_file};

struct word {
    void *pointer;
    long number;
};

struct ios_image {
    const void *const *table;
    long precision, width;
    int flags, exceptions, state;
    void *callbacks;
    word zero, words[8];
    int word_count;
    word *first_word;
    void *locale, *tie;
    char fill;
    bool has_fill;
    buffer_image *buffer;
    void *ctype, *num_put, *num_get;
};
static_assert(sizeof(ios_image) == sizeof(std::ios));

struct ostream_image {
    const void *const *table;
    ios_image ios;
};
static_assert(sizeof(ostream_image) == sizeof(std::ostream));

struct istream_image {
    const void *const *table;
    streamsize count;
    ios_image ios;
};
static_assert(sizeof(istream_image) == sizeof(std::istream));

extern ostream_image standard_cout __asm__("_ZSt4cout");
extern ostream_image standard_cerr __asm__("_ZSt4cerr");
extern ostream_image standard_clog __asm__("_ZSt4clog");
extern istream_image standard_cin __asm__("_ZSt3cin");

constexpr int usual = std::ios_base::skipws | std::ios_base::dec;

#define IOS(object, vtable, flags, tie, buffer)                                                                      \
    {vtable, 6, 0, flags, 0, 0, nullptr, {}, {}, 8, object.ios.words, classic_locale, tie, ' ', true, &buffer, &the_ctype, \
     nullptr, nullptr}

ostream_image standard_cout = {table_of_ostream + 3, IOS(standard_cout, table_of_ostream + 8, usual, nullptr, output_buffer)};
ostream_image standard_cerr = {
    table_of_ostream + 3,
    IOS(standard_cerr, table_of_ostream + 8, usual | std::ios_base::unitbuf, &standard_cout, errors_buffer)};
ostream_image standard_clog = {table_of_ostream + 3, IOS(standard_clog, table_of_ostream + 8, usual, nullptr, errors_buffer)};
istream_image standard_cin = {table_of_istream + 3, 0,
                              IOS(standard_cin, table_of_istream + 8, usual, &standard_cout, input_buffer)};

static bool is_usual(const void *stream, const ostream_image &image, const buffer_image &buffer) {
    return stream == &image && image.ios.buffer == &buffer && image.ios.state == 0;
}

bool forgets_bytes(std::ostream &out) {
    if (__bmc_executes()) return false;
    if (is_usual(&out, standard_cout, output_buffer) || is_usual(&out, standard_cerr, errors_buffer)
        || is_usual(&out, standard_clog, errors_buffer))
        return true;
    FILE *file = out.good() && out.tie() == nullptr ? __bmc_file_of(out.rdbuf()) : nullptr;
    return file != nullptr && __bmc_is_writable(file);
}

bool forgets(std::ostream &out) {
    if (!forgets_bytes(out)) return false;
    /* Threads may write to these streams at the same time, which is no data race. */
    if (out.width() != 0) out.width(0);
    return true;
}

FILE *unknown_input(std::istream &in) {
    if (__bmc_system()) return nullptr;
    if ((void *)&in == &standard_cin && standard_cin.ios.buffer == &input_buffer)
        return __bmc_has_single_input(stdin) ? stdin : nullptr;
    return unknown_file(in.rdbuf());
}

} // namespace __bmc_cxx
