// Handlers of events as functions, one of which throws.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <functional>
#include <vector>
extern "C" int __VERIFIER_nondet_int();
class Bus {
    std::vector<std::function<void(int)>> handlers;

public:
    void on(std::function<void(int)> handler) { handlers.push_back(std::move(handler)); }
    int send(int event) {
        int failed = 0;
        for (auto &handler : handlers) {
            try {
                handler(event);
            } catch (const std::bad_function_call &) {
                failed += 10;
            } catch (int) {
                failed++;
            }
        }
        return failed;
    }
};
int main() {
    int sum = 0, event = __VERIFIER_nondet_int() & 15;
    Bus bus;
    bus.on([&sum](int e) { sum += e; });
    bus.on([](int e) {
        if (e == 7) throw e;
    });
    bus.on(std::bind([&sum](int a, int b) { sum += a * b; }, std::placeholders::_1, 2));
    bus.on(nullptr);
    int failed = bus.send(event);
    assert(sum == 3 * event && failed == (event == 7 ? 11 : 10));
#ifdef FAIL
    assert(failed == 10); // BUG
#endif
}
