// What the headers of the standard library only declare does not return just any value.
// expect: UNKNOWN(unsupported: call of _ZNSt3pmr28unsynchronized_pool_resource)
#include <cassert>
#include <memory_resource>
#include <vector>
int main() {
    std::pmr::unsynchronized_pool_resource pool;
    std::pmr::vector<int> v(3, &pool);
    assert(v[2] == 0);
}
