// Codes of errors, their categories and messages, and exceptions that carry them.
// expect: TRUE
// flags: -DWRONG
// expect: FALSE(assert)
#include <cassert>
#include <cstring>
#include <system_error>
struct Mine : std::error_category {
    const char *name() const noexcept override { return "mine"; }
    std::string message(int) const override { return "any"; }
};
int main() {
    std::error_code e(2, std::generic_category()), s(22, std::system_category());
    assert(e == std::errc::no_such_file_or_directory && e.message() == "No such file or directory");
    assert(s == std::errc::invalid_argument && s != std::make_error_code(std::errc::invalid_argument));
    assert(s.default_error_condition().category() == std::generic_category() && !std::error_code());
    Mine mine;
    assert(std::error_code(2, mine) != e && std::error_code(1, mine).message() == "any");
    int seen = 0;
    try {
        throw std::system_error(e);
    } catch (const std::runtime_error &error) {
        assert(!std::strcmp(error.what(), "No such file or directory"));
        seen++;
    }
    try {
        throw std::system_error(1, std::system_category());
    } catch (const std::system_error &error) {
        assert(error.code().value() == 1 && error.code() == std::errc::operation_not_permitted);
        seen++;
    }
#ifdef WRONG
    assert(seen == 1); // BUG
#endif
    assert(seen == 2);
}
