// A std::string asks by addresses whether a text that it gets is a part of it.
// expect: TRUE
// flags: -DFAIL
// expect: FALSE(assert)
#include <cassert>
#include <string>
int main() {
    std::string s = "abc";
    s.assign("xyzuvw", 4);
    assert(s == "xyzu");
    s.replace(0, 2, "uvw");
    assert(s == "uvwzu");
    s.append(s);
    assert(s == "uvwzuuvwzu");
    s.replace(1, 2, s.c_str() + 3, 4);
    assert(s == "uzuuvzuuvwzu");
    s.insert(2, "0123456789ABCDEF");
    assert(s.size() == 28);
#ifdef FAIL
    assert(s[2] != '0'); // BUG
#endif
}
