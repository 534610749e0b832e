// Forms with an alignment and forms without are not for each other.
// flags: -DKIND=1
// expect: FALSE(invalid-free)
// flags: -DKIND=2
// expect: FALSE(invalid-free)
// flags: -DKIND=3
// expect: FALSE(invalid-free)
// flags: -DKIND=4
// expect: TRUE
#include <new>
struct alignas(64) Wide {
    char c[64];
};
int main() {
    const std::align_val_t align{64};
#if KIND == 1
    void *p = operator new(64, align);
    operator delete(p); // BUG
#elif KIND == 2
    void *p = operator new(64);
    operator delete(p, align); // BUG
#elif KIND == 3
    Wide *p = new Wide[2];
    operator delete(p, align); // BUG
#else
    delete new Wide;
    delete[] new Wide[2];
    operator delete(operator new(64, align), std::size_t(64), align);
    operator delete[](operator new[](8, std::align_val_t{4}), std::align_val_t{4});
#endif
}
