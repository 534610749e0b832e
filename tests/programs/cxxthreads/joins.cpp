// Threads that are joined twice, or never.
// expect: TRUE
// flags: -DNEVER
// expect: FALSE(terminate)
// flags: -DDETACHED
// expect: TRUE
#include <cassert>
#include <system_error>
#include <thread>
int main() {
    std::thread t([] {});
    assert(t.joinable());
#ifdef DETACHED
    t.detach();
#elif !defined NEVER
    t.join();
#endif
#ifndef NEVER
    assert(!t.joinable());
    int seen = 0;
    try {
        t.join();
    } catch (const std::system_error &e) {
        seen = e.code() == std::errc::invalid_argument;
    }
    assert(seen == 1);
#endif
}
