/* What the models of the C++ library stand on: the hypercalls of ../bmc.h, and functions that the models in C share with these. */
#ifndef BMC_CXX_BASE_H
#define BMC_CXX_BASE_H
/* Everything is instantiated here, and nothing is left to a library. */
#include <bits/c++config.h>
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

/* ---- Shared with stdio.c, printf.c and number.c ---- */

/* Bytes that can be read go to the standard output (1) or the standard errors (2): whether that was possible. */
int __bmc_write_standard(int descriptor, const void *from, std::size_t size);
/* The next character of the standard input, or EOF: taken, and only looked at. */
int __bmc_take_input(void);
int __bmc_look_at_input(void);
/* Whether nothing is known of the next character of the standard input: any may come, and the end. */
int __bmc_input_is_fresh(void);
/* Whether at most one character was looked at or given back. */
int __bmc_has_single_input(void);
int __bmc_input_has_ended(void);
/* A character is given back; whether that was possible. */
int __bmc_give_back_input(int c);
std::size_t __bmc_strlen(const char *s);
int __bmc_print_to(char *to, std::size_t size, const char *format, ...);
int __bmc_is_known_string(const char *s);
double __bmc_parse_double(const char *s, char **end);
float __bmc_parse_float(const char *s, char **end);
long double __bmc_parse_long_double(const char *s, char **end);
}

namespace __bmc_cxx {

inline bool is_space(int c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Whether formatted output is forgotten: that of a standard stream in its usual state where nobody looks at it. Its width is 0 then. */
bool forgets(std::ostream &out);
/* The same for bytes, which the width is not about. */
bool forgets_bytes(std::ostream &out);
/* Whether a stream reads the standard input, of which nothing is known but maybe the next character: then what comes is chosen as a
 * whole, and not character by character. */
bool is_unknown(std::istream &in);

} // namespace __bmc_cxx

namespace std {
template <> basic_istream<char>::sentry::sentry(istream &in, bool keeps_spaces);
} // namespace std

#endif
