// A stated size that is not that of the allocation.
// flags: -DSIZE=8
// expect: TRUE
// flags: -DSIZE=4
// expect: FALSE(invalid-free)
// flags: -DSIZE=4 --check default,-memory,memcleanup
// expect: TRUE
#include <new>
int main() {
    void *p = operator new(8);
    operator delete(p, std::size_t(SIZE)); // BUG
    operator delete(nullptr, std::size_t(5));
}
