// Coroutines that wait for one another and hand on where to go next; the last one goes nowhere.
// flags: -std=c++20
// expect: TRUE
// flags: -std=c++20 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <coroutine>
#include <optional>
#include <vector>

extern "C" int __VERIFIER_nondet_int(void);

static std::vector<std::coroutine_handle<>> ready;

struct Pause {
    bool await_ready() { return false; }
    void await_suspend(std::coroutine_handle<> from) { ready.push_back(from); }
    void await_resume() {}
};

struct Task {
    struct promise_type {
        std::optional<int> value;
        std::coroutine_handle<> next;
        Task get_return_object() { return Task(std::coroutine_handle<promise_type>::from_promise(*this)); }
        std::suspend_always initial_suspend() { return {}; }
        struct Last {
            bool await_ready() noexcept { return false; }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> from) noexcept {
                auto next = from.promise().next;
                return next ? next : std::noop_coroutine();
            }
            void await_resume() noexcept {}
        };
        Last final_suspend() noexcept { return {}; }
        void return_value(int v) { value = v; }
        void unhandled_exception() { throw; }
    };
    std::coroutine_handle<promise_type> handle;
    explicit Task(std::coroutine_handle<promise_type> h) : handle(h) {}
    Task(const Task &) = delete;
    ~Task() { handle.destroy(); }
    bool await_ready() { return false; }
    std::coroutine_handle<> await_suspend(std::coroutine_handle<> from) {
        handle.promise().next = from;
        return handle;
    }
    int await_resume() { return *handle.promise().value; }
};

static Task increased(int x) {
    co_await Pause{};
    co_return x + 1;
}

static Task twice(int x) {
    int a = co_await increased(x);
    int b = co_await increased(a);
    co_return a + b;
}

int main() {
    int x = __VERIFIER_nondet_int();
    if (x < -1000 || x > 1000) return 0;
    Task task = twice(x);
    task.handle.resume();
    int pauses = 0;
    while (!ready.empty()) {
        auto next = ready.back();
        ready.pop_back();
        pauses++;
        next.resume();
    }
    assert(task.handle.done() && pauses == 2);
    assert(task.await_resume() == 2 * x + 3);
    assert(std::noop_coroutine().done() == false);
#ifdef FAIL
    assert(task.await_resume() != 7); // BUG
#endif
}
