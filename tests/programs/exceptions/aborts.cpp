// A program with a handler of its end that calls abort elsewhere.
// expect: TRUE
#include <cstdlib>
#include <exception>
int main() {
    std::set_terminate([] { std::abort(); });
    std::abort();
}
