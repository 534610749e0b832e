// NULL, which C++ passes as an integer of a pointer's size, ends a list of pointers. Scoped enumerations are not promoted.
// expect: TRUE
// flags: -m32
// expect: TRUE
#include <cassert>
#include <cstdarg>
#include <cstddef>
enum class Small : char { A, B };
static int count(const char *first, ...) {
    va_list ap;
    va_start(ap, first);
    int n = 0;
    for (const char *p = first; p; p = va_arg(ap, const char *)) n++;
    va_end(ap);
    return n;
}
static Small small(int n, ...) {
    va_list ap;
    va_start(ap, n);
    Small s = va_arg(ap, Small);
    va_end(ap);
    return s;
}
int main() {
    assert(count("a", "b", NULL) == 2 && count("a", nullptr) == 1);
    assert(small(1, Small::B) == Small::B);
}
