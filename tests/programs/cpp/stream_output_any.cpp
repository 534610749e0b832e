// A number that is not known is written with as many digits as it has.
// expect: TRUE
#include <cassert>
#include <sstream>
extern "C" unsigned __VERIFIER_nondet_uint(void);
int main() {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 120) return 0;
    std::ostringstream out;
    out << x;
    std::string s = out.str();
    assert((s.size() == 1) == (x < 10) && s.size() <= 3);
    assert(s[0] >= '0' && s[0] <= '9');
}
