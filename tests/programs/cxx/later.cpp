// Exceptions that are kept and thrown later.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <exception>
extern "C" int __VERIFIER_nondet_int();
static int copies;
struct Error {
    int code;
    explicit Error(int code) : code(code) { copies++; }
    Error(const Error &other) : code(other.code) { copies++; }
    ~Error() { copies--; }
};
static std::exception_ptr job(int x) {
    try {
        if (x > 10) throw Error(x);
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}
int main() {
    int x = __VERIFIER_nondet_int(), code = 0;
    {
        std::exception_ptr kept = job(x), again = kept;
        assert((kept != nullptr) == (x > 10));
        for (int i = 0; i < 2 && kept; i++) {
            try {
                std::rethrow_exception(again);
            } catch (const Error &e) {
                code += e.code > 10;
            }
        }
    }
    assert(copies == 0);
    assert(code == (x > 10 ? 2 : 0));
#ifdef FAIL
    assert(code != 2 || x != 77); // BUG
#endif
}
