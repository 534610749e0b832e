// A program replaces operator new and operator delete; the library's other forms call them.
// expect: TRUE
// flags: -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <cstdlib>
#include <new>
#include <vector>
static int made, ended;
static bool short_of_memory;
void *operator new(std::size_t size) {
    if (short_of_memory) throw std::bad_alloc();
    made++;
    return std::malloc(size);
}
void operator delete(void *p) noexcept {
    ended += p != nullptr;
    std::free(p);
}
struct Part {
    int x;
    ~Part() {}
};
int main() {
    int *number = new int(1);
    delete number;
    ::operator delete(::operator new(8), (std::size_t)8);
    assert(made == 2 && ended == 2);
    Part *parts = new Part[3];
    delete[] parts;
    char *text = new (std::nothrow) char[4];
    delete[] text;
    {
        std::vector<int> v(5);
        v.push_back(6);
    }
    assert(made == 6 && ended == 6);
    short_of_memory = true;
    int *none = new (std::nothrow) int, *no_array = new (std::nothrow) int[2];
    assert(none == nullptr && no_array == nullptr);
#ifdef FAIL
    assert(ended == 5); // BUG
#endif
}
