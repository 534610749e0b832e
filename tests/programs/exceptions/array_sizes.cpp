// Arrays of a negative or too large length are not made.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
// flags: -DUNCAUGHT
// expect: FALSE(uncaught-exception)
#include <cassert>
#include <new>
extern "C" long __VERIFIER_nondet_long();
int main() {
    long n = __VERIFIER_nondet_long();
#ifdef UNCAUGHT
    delete[] new int[n]; // BUG
#else
    if (n > 4 && n < 1L << 61) return 0;
    bool caught = false;
    try {
        int *p = new int[n];
        delete[] p;
    } catch (const std::bad_array_new_length &) {
        caught = true;
    }
#ifdef WRONG
    assert(!caught); // BUG
#endif
    assert(caught == (n < 0 || n > 4));
    if (n < 0) assert((new (std::nothrow) int[n]) == nullptr);
#endif
}
