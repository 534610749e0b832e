// The end by std::terminate is as one by abort: the handler of SIGABRT runs.
// flags: --check assert
// expect: FALSE(assert)
// flags: --check assert -DQUIET
// expect: TRUE
#include <cassert>
#include <csignal>
#include <exception>
static int handled;
static void handler(int number) {
    handled = number;
#ifndef QUIET
    assert(handled != SIGABRT); // BUG
#endif
}
int main() {
    std::signal(SIGABRT, handler);
    throw 1;
}
