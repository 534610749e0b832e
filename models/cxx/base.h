/* What the models of the C++ library stand on: the hypercalls of ../bmc.h, and functions that the models in C share with these. */
#ifndef BMC_CXX_BASE_H
#define BMC_CXX_BASE_H
/* Everything is instantiated here, and nothing is left to a library. */
#include <bits/c++config.h>
#include <cstdio>
#undef _GLIBCXX_EXTERN_TEMPLATE
#define _GLIBCXX_EXTERN_TEMPLATE 0
#include <fstream>
#include <iomanip>
#include <istream>
#include <locale>
#include <ostream>
#include <sstream>
#include <streambuf>
#include <string>
#include <system_error>

extern "C" {
void __bmc_assume(int condition);
[[noreturn]] void __bmc_unsupported(const char *what);
void __bmc_check_read(const void *p, std::size_t size);
void __bmc_havoc(void *p, std::size_t size);
int __bmc_executes(void);
int __bmc_system(void);
void __bmc_guess(void);
unsigned long __VERIFIER_nondet_ulong(void);
long __VERIFIER_nondet_long(void);
bool __VERIFIER_nondet_bool(void);

/* ---- Shared with stdio.c ---- */

/* Bytes that can be read go to the standard output (1) or the standard errors (2): whether that was possible. */
int __bmc_write_standard(int descriptor, const void *from, std::size_t size);
/* The next character of a file, or EOF: taken, and only looked at. */
int __bmc_take_input(FILE *from);
int __bmc_look_at_input(FILE *from);
/* Whether nothing is known of the next character: any may come, and the end. */
int __bmc_input_is_fresh(FILE *from);
/* Whether at most one character was looked at or given back. */
int __bmc_has_single_input(FILE *from);
int __bmc_input_has_ended(FILE *from);
/* A character is given back; whether that was possible. */
int __bmc_give_back_input(FILE *to, int c);

/* ---- Files of stream buffers: without buffers of their own ---- */

/* Null where that fails. */
FILE *__bmc_open_file(const char *name, const char *mode);
/* Less than 0 where that fails; the file is closed all the same. */
int __bmc_close_file(FILE *file);
/* The file is read by a stream buffer, or written by it, but not both: its file, else null. */
void __bmc_own_file(FILE *file, const void *buffer);
FILE *__bmc_file_of(const void *buffer);
int __bmc_is_writable(FILE *file);
/* The end of the file and errors are forgotten; whether there was one. */
int __bmc_forget_end(FILE *file);
int __bmc_write_file(FILE *file, const void *from, std::size_t size);
int __bmc_flush_file(void);
/* The place in the file, or -1. */
long long __bmc_seek_file(FILE *file, long long offset, int from);
long long __bmc_tell_file(FILE *file);

/* ---- Shared with printf.c and number.c ---- */

std::size_t __bmc_strlen(const char *s);
int __bmc_print_to(char *to, std::size_t size, const char *format, ...);
int __bmc_is_known_string(const char *s);
double __bmc_parse_double(const char *s, char **end);
float __bmc_parse_float(const char *s, char **end);
long double __bmc_parse_long_double(const char *s, char **end);
}

namespace std {

/* Only declared, so that the one of cxxutility.c is called, which compares no addresses. */
template <> bool string::_M_disjunct(const char *from) const noexcept;

} // namespace std

namespace __bmc_cxx {

inline bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Whether formatted output is forgotten: that of a standard stream in its usual state where nobody looks at it. Its width is 0 then. */
bool forgets(std::ostream &out);
/* The same for bytes, which the width is not about. */
bool forgets_bytes(std::ostream &out);
/* The standard input or the file that a stream reads, if nothing is known of it but maybe the next character: then what comes is chosen as
 * a whole, and not character by character. Otherwise null. */
FILE *unknown_input(std::istream &in);
/* The same for a stream with a buffer that only reads a file. */
FILE *unknown_file(std::streambuf *from);

} // namespace __bmc_cxx

namespace std {
template <> basic_istream<char>::sentry::sentry(istream &in, bool keeps_spaces);
} // namespace std

#endif
