// A program replaces the aligned forms of operator new and operator delete; those of arrays call them.
// flags: -std=c++17
// expect: TRUE
// flags: -std=c++17 -DNOTHROW
// expect: UNKNOWN(unsupported: call of the undefined function aligned operator new)
#include <cassert>
#include <cstdlib>
#include <new>
static int made, ended;
void *operator new(std::size_t size, std::align_val_t a) { made++; return std::aligned_alloc((std::size_t)a, size); }
void operator delete(void *p, std::align_val_t) noexcept { ended += p != nullptr; std::free(p); }
struct alignas(64) Wide { char bytes[64]; ~Wide() {} };
int main() {
    Wide *w = new Wide; delete w;
    struct alignas(64) Plain { char b[64]; };
    Plain *p = new Plain[2]; delete[] p;
    assert(made == 2 && ended == 2);
#ifdef NOTHROW
    Wide *v = new (std::nothrow) Wide;
    delete v;
#endif
}
