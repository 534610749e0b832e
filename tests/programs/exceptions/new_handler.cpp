// What operator new does where there is no memory: it calls the handler as long as that returns, and throws; the form that does not
// throw gives null.
// flags: --malloc-may-fail --bound 3
// expect: TRUE
// flags: --malloc-may-fail --bound 3 -DWRONG
// expect: FALSE(assert)
// flags: --malloc-may-fail --bound 3 -DDEREFERENCED
// expect: FALSE(null-dereference)
#include <cassert>
#include <new>
static int calls;
static void give_up() {
    if (++calls == 2) std::set_new_handler(nullptr);
}
struct stopped {};
static void stop() { throw stopped(); }
int main() {
    int *p = new (std::nothrow) int(1);
#ifdef DEREFERENCED
    *p = 2; // BUG
#endif
    delete p;
    assert(std::get_new_handler() == nullptr);
    assert(std::set_new_handler(give_up) == nullptr && std::get_new_handler() == give_up);
    try {
        p = new int(3);
        assert(calls <= 2);
        delete p;
    } catch (const std::bad_alloc &) {
        assert(calls == 2);
    }
    std::set_new_handler(stop);
    try {
        p = nullptr;
        p = new int(4);
        assert(*p == 4);
    } catch (const stopped &) {
#ifdef WRONG
        assert(p != nullptr); // BUG
#endif
        assert(p == nullptr);
    }
    delete p;
    int *q = new (std::nothrow) int[2]();
    assert(q == nullptr || q[1] == 0);
    delete[] q;
}
