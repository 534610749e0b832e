// A program that replaces operator delete: the library's forms with a size call it, and sizes are the program's own matter.
// expect: TRUE
#include <cassert>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>
static int made, ended;
void *operator new(std::size_t size) {
    made++;
    void *p = std::malloc(size + 16);
    if (p == nullptr) throw std::bad_alloc();
    return static_cast<char *>(p) + 16;
}
void operator delete(void *p) noexcept {
    if (p == nullptr) return;
    ended++;
    std::free(static_cast<char *>(p) - 16);
}
struct Part {
    int x;
    ~Part() {}
};
int main() {
    {
        std::vector<int> v(3);
        v.push_back(1);
        std::string s(40, 'x');
        delete new Part;
        delete[] new Part[2];
        operator delete[](operator new[](5), std::size_t(5));
    }
    assert(made == ended && made >= 6);
}
