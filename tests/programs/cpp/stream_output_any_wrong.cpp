// One value of a number that is not known is written so.
// expect: FALSE(assert)
#include <cassert>
#include <sstream>
extern "C" unsigned __VERIFIER_nondet_uint(void);
int main() {
    unsigned x = __VERIFIER_nondet_uint();
    if (x > 120) return 0;
    std::ostringstream out;
    out << "n=" << x << ';';
    assert(out.str() != "n=117;"); // BUG
}
