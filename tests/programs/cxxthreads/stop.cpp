// A request to stop runs the callbacks once, and the thread may see it or not.
// flags: -std=c++20 --memory-model sc
// expect: TRUE
// flags: -std=c++20 --memory-model sc -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <stop_token>
#include <thread>
int main() {
    int rounds = 0;
    bool stopped = false;
    std::stop_source source;
    std::stop_callback callback(source.get_token(), [&] { rounds++; });
    std::jthread worker([&, token = source.get_token()] { stopped = token.stop_requested(); });
    assert(source.request_stop());
    assert(!source.request_stop());
    worker.join();
#ifdef FAIL
    assert(stopped); // BUG
#else
    assert(rounds == 1);
#endif
}
