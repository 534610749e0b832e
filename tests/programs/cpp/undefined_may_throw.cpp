// What is not defined may throw where somebody would see it.
// expect: UNKNOWN(unsupported: an exception that the undefined function elsewhere may throw at undefined_may_throw.cpp:11)
// flags: -D QUIET=noexcept
// expect: TRUE
#ifndef QUIET
#define QUIET
#endif
extern "C" void reach_error(void), elsewhere(void) QUIET;
int main() {
    try {
        elsewhere();
    } catch (...) {
        reach_error();
    }
}
