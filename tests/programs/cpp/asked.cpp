// Functions that verifiers give any value, declared as functions of C++: they throw nothing.
// expect: TRUE
// flags: -DFAIL
// expect: FALSE(assert)
// flags: -DREACH
// expect: FALSE(reach-error)
// flags: -DOTHER
// expect: UNKNOWN(unsupported: an exception)
#include <cassert>
extern bool nondet_bool();
extern int nondet_int();
extern void reach_error();
extern int unknown_source();
int main() {
    bool chosen = nondet_bool();
    try {
        if (nondet_int() > 3) throw 1;
    } catch (int thrown) {
#ifdef FAIL
        assert(!chosen); // BUG
#endif
        assert(thrown == 1);
    }
#ifdef OTHER
    // No verifier's: it may throw.
    try {
        unknown_source();
    } catch (...) {
        assert(false);
    }
#endif
#ifdef REACH
    if (chosen) reach_error(); // BUG
#endif
    assert(chosen == true || chosen == false);
}
