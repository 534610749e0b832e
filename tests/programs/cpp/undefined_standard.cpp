// What the headers of the standard library only declare does not return just any value.
// expect: UNKNOWN(unsupported: call of _ZNSt10filesystem)
#include <cassert>
#include <filesystem>
int main() {
    std::filesystem::path path("a/b");
    assert(path.filename() == "b");
}
