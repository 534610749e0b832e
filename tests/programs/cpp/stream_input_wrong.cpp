// Two characters may be any number of two digits.
// expect: FALSE(assert)
#include <cassert>
#include <sstream>
extern "C" char __VERIFIER_nondet_char(void);
int main() {
    std::string text;
    text += __VERIFIER_nondet_char();
    text += __VERIFIER_nondet_char();
    std::istringstream in(text);
    int number = 0;
    if (in >> number) assert(number != 42); // BUG
}
