// Static objects are destroyed when main returns, in the opposite order of their making; those of functions, too,
// which are made at the first call.
// flags: --check default,memcleanup
// expect: FALSE(assert)
#include <cassert>
static int *data;
struct Buffer {
    Buffer() { data = new int[3](); }
    ~Buffer() { delete[] data; }
};
struct Last {
    ~Last() { assert(data[0] == 0); } // BUG
};
static Buffer buffer;
static int made;
static Last &last() {
    static Last l = (made++, Last());
    return l;
}
int main() {
    last();
    last();
    assert(made == 1);
    data[0] = 1;
}
