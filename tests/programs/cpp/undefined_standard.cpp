// What the headers of the standard library only declare does not return just any value.
// expect: UNKNOWN(unsupported: call of _ZNKSt8__detail20_Prime_rehash_policy)
#include <cassert>
#include <unordered_map>
int main() {
    std::unordered_map<int, int> m;
    m[3] = 4;
    assert(m.count(3));
}
