// Pointers to exceptions, nested ones, and classes whose constructors are in libc++.
// flags: -stdlib=libc++
// expect: FALSE(assert)
#include <any>
#include <cassert>
#include <exception>
#include <functional>
#include <memory>
#include <new>
#include <optional>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <variant>

extern "C" int __VERIFIER_nondet_int();

static std::exception_ptr thrown(int n) {
    try {
        switch (n) {
        case 0: throw n;
        case 1: throw std::bad_alloc();
        case 2: throw std::runtime_error(std::string("a message that is longer than ") + "what has room");
        case 3: throw std::bad_cast();
        case 4: std::any_cast<int>(std::any(2.0)); break;
        case 5: std::optional<int>().value(); break;
        case 6: std::get<int>(std::variant<int, long>(3l)); break;
        case 7: std::function<void()>()(); break;
        case 8: std::shared_ptr<int>(std::weak_ptr<int>()); break;
        default: throw std::logic_error(std::string("short"));
        }
    } catch (...) {
        return std::current_exception();
    }
    return nullptr;
}

/* Which handler takes it. */
static int taker(const std::exception_ptr &p) {
    try {
        std::rethrow_exception(p);
    } catch (int n) {
        return n;
    } catch (const std::bad_alloc &) {
        return 1;
    } catch (const std::runtime_error &e) {
        assert(std::string(e.what()) == "a message that is longer than what has room");
        return 2;
    } catch (const std::bad_any_cast &) {
        return 4;
    } catch (const std::bad_cast &) {
        return 3;
    } catch (const std::bad_optional_access &) {
        return 5;
    } catch (const std::bad_variant_access &) {
        return 6;
    } catch (const std::bad_function_call &) {
        return 7;
    } catch (const std::bad_weak_ptr &) {
        return 8;
    } catch (const std::exception &e) {
        assert(std::string(e.what()) == "short");
        return 9;
    }
}

static void nested() {
    try {
        try {
            throw 7;
        } catch (...) {
            std::throw_with_nested(std::runtime_error("outer"));
        }
    } catch (const std::exception &e) {
        assert(std::string("outer") == e.what());
        try {
            std::rethrow_if_nested(e);
            assert(false);
        } catch (int n) {
            assert(n == 7);
        }
    }
}

int main() {
    for (int n = 0; n < 10; n++) {
        std::exception_ptr p = thrown(n), q = p, r;
        r = q;
        p = nullptr;
        assert(r == q && q != nullptr && taker(r) == n);
    }
    nested();
    std::exception_ptr made = std::make_exception_ptr(__VERIFIER_nondet_int());
    assert(taker(made) != 40); // BUG
}
