// Memory of operator new is not for free().
// expect: FALSE(invalid-free)
// flags: --memory flat
// expect: FALSE(invalid-free)
#include <cstdlib>
extern "C" int __VERIFIER_nondet_int(void);
int main() {
    void *p = __VERIFIER_nondet_int() ? std::malloc(4) : static_cast<void *>(new int);
    std::free(p); // BUG
}
