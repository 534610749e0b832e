// All forms of new and delete that fit each other, with and without cookies and destructors.
// flags: --check default,memcleanup
// expect: TRUE
// flags: --check default,memcleanup -m32
// expect: TRUE
// flags: --memory flat
// expect: TRUE
#include <cassert>
#include <new>
struct Counted {
    static int live;
    int v;
    Counted() : v(++live) {}
    ~Counted() { --live; }
};
int Counted::live;
int main() {
    Counted *one = new Counted;
    Counted *many = new Counted[3];
    assert(Counted::live == 4 && many[2].v == 4);
    int *plain = new (std::nothrow) int[4]();
    assert(plain[3] == 0);
    delete[] plain;
    delete[] many;
    delete one;
    assert(Counted::live == 0);
    alignas(Counted) char room[sizeof(Counted)];
    Counted *placed = new (room) Counted;
    placed->~Counted();
    delete static_cast<int *>(nullptr);
    assert(Counted::live == 0);
}
