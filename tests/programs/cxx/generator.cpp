// A coroutine that yields squares.
// flags: -std=c++20
// expect: TRUE
// flags: -std=c++20 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <coroutine>
#include <exception>
extern "C" int __VERIFIER_nondet_int();
struct Generator {
    struct promise_type {
        int value = 0;
        Generator get_return_object() { return Generator{std::coroutine_handle<promise_type>::from_promise(*this)}; }
        std::suspend_always initial_suspend() { return {}; }
        std::suspend_always final_suspend() noexcept { return {}; }
        std::suspend_always yield_value(int v) {
            value = v;
            return {};
        }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
    std::coroutine_handle<promise_type> handle;
    explicit Generator(std::coroutine_handle<promise_type> h) : handle(h) {}
    Generator(const Generator &) = delete;
    ~Generator() { handle.destroy(); }
    bool next() {
        handle.resume();
        return !handle.done();
    }
    int value() { return handle.promise().value; }
};
static Generator squares(int count) {
    for (int i = 0; i < count; i++) co_yield i * i;
}
int main() {
    int count = __VERIFIER_nondet_int() & 3, sum = 0, seen = 0;
    Generator g = squares(count);
    while (g.next()) sum += g.value(), seen++;
    assert(seen == count);
    assert(sum == (count == 3 ? 5 : count == 2 ? 1 : 0));
#ifdef FAIL
    assert(sum != 5); // BUG
#endif
}
