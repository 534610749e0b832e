// Where allocation may fail, operator new throws.
// expect: TRUE
// flags: --malloc-may-fail
// expect: FALSE(uncaught-exception)
// flags: --malloc-may-fail -DCAUGHT
// expect: TRUE
#include <new>
int main() {
#ifdef CAUGHT
    try {
        delete new int(3);
    } catch (std::bad_alloc &) {
    }
#else
    delete new int(3); // BUG
#endif
}
