// Functions that verifiers give any value, declared as functions of C++: they throw nothing.
// expect: TRUE
// flags: -DFAIL
// expect: FALSE(assert)
#include <cassert>
extern bool nondet_bool();
extern int nondet_int();
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
    assert(chosen == true || chosen == false);
}
