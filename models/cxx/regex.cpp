/* Errors of regular expressions; the rest of these is in the headers, on the facets of locale.cpp. */
#include "base.h"
#include <stdexcept>
#include <bits/regex_error.h>

namespace std {

static const char *meaning(regex_constants::error_type code) {
    switch (code) {
    case regex_constants::_S_error_collate: return "Invalid collating element in regular expression";
    case regex_constants::_S_error_ctype: return "Invalid character class in regular expression";
    case regex_constants::_S_error_escape: return "Invalid escape in regular expression";
    case regex_constants::_S_error_backref: return "Invalid back reference in regular expression";
    case regex_constants::_S_error_brack: return "Mismatched '[' and ']' in regular expression";
    case regex_constants::_S_error_paren: return "Mismatched '(' and ')' in regular expression";
    case regex_constants::_S_error_brace: return "Mismatched '{' and '}' in regular expression";
    case regex_constants::_S_error_badbrace: return "Invalid range in '{}' in regular expression";
    case regex_constants::_S_error_range: return "Invalid character range in regular expression";
    case regex_constants::_S_error_space: return "Insufficient memory to compile regular expression";
    case regex_constants::_S_error_badrepeat: return "Invalid '?', '*', or '+' in regular expression";
    case regex_constants::_S_error_complexity: return "Complexity of regex match exceeded implementation limits";
    case regex_constants::_S_error_stack: return "Insufficient memory to determine regex match";
    case regex_constants::_S_null: return "Unexpected null character in regular expression";
    case regex_constants::_S_grammar: return "Conflicting regex grammar options";
    }
    return "regex error";
}

regex_error::regex_error(regex_constants::error_type code) : runtime_error(meaning(code)), _M_code(code) {}
regex_error::~regex_error() throw() {}
void __throw_regex_error(regex_constants::error_type code) { throw regex_error(code); }

} // namespace std
