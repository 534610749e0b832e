// Two characters that are not known, read as a number.
// expect: TRUE
#include <cassert>
#include <sstream>
extern "C" char __VERIFIER_nondet_char(void);
int main() {
    std::string text;
    text += __VERIFIER_nondet_char();
    text += __VERIFIER_nondet_char();
    std::istringstream in(text);
    int number = 0;
    if (in >> number)
        assert(number >= -9 && number <= 99);
    else
        assert(number == 0 && in.fail() && !in.bad());
}
