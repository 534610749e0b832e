// pthread_exit runs destructors and handlers of all, which throw again, and gives its result.
// flags: --check assert,deadlock
// expect: TRUE
// flags: -DWRONG --check assert
// expect: FALSE(assert)
#include <cassert>
#include <cxxabi.h>
#include <exception>
#include <pthread.h>
#include <stdexcept>
static int order;
static void note(int n) { order = order * 10 + n; }
struct Noted {
    int n;
    explicit Noted(int n) : n(n) {}
    ~Noted() { note(n); }
};
static void leave() {
    Noted inner(1);
    pthread_exit(reinterpret_cast<void *>(7L));
}
static void *body(void *) {
    Noted outer(6);
    try {
        Noted middle(4);
        try {
            leave();
        } catch (const std::exception &) {
            note(9);
        } catch (...) {
            note(2);
            assert(std::current_exception() == nullptr);
            try {
                throw std::runtime_error("inside");
            } catch (const std::runtime_error &) {
                note(3);
            }
            throw;
        }
    } catch (abi::__forced_unwind &) {
        note(5);
        throw;
    }
    note(8);
    return nullptr;
}
int main() {
    pthread_t t;
    void *result;
    pthread_create(&t, nullptr, body, nullptr);
    pthread_join(t, &result);
#ifdef WRONG
    assert(order == 12345); // BUG
#endif
    assert(order == 123456);
    assert(reinterpret_cast<long>(result) == 7);
}
