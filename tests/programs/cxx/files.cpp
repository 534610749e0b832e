// Files of <fstream>: opening may fail, what is read is anything, and what is written is forgotten.
// expect: TRUE
// flags: -DOPENS
// expect: FALSE(assert)
// flags: -DVALUE
// expect: FALSE(assert)
// flags: -DLEFT
// expect: FALSE(assert)
// flags: -DLINE
// expect: FALSE(assert)
#include <cassert>
#include <fstream>
#include <string>
#include <utility>
static void writes() {
    std::ofstream out;
    assert(!out.is_open() && out.rdbuf()->close() == nullptr);
    out.open("written.txt");
#ifdef OPENS
    assert(out.is_open()); // BUG
#endif
    assert(out.is_open() == !out.fail());
    if (!out) return;
    out.width(5);
    out << "number " << 42 << ' ' << 1.5 << '\n';
    assert(out.width() == 0 && out.good());
    out.open("another.txt");
    assert(out.fail());
    out.clear();
    std::ofstream moved(std::move(out));
    assert(moved.is_open() && !out.is_open());
    moved.close();
    assert(!moved.is_open());
    moved.close();
    assert(moved.fail());
}
static void reads() {
    std::ifstream in("read.txt");
    if (!in.is_open()) {
        assert(in.fail());
        return;
    }
    int n = 0;
    if (in >> n) {
#ifdef VALUE
        assert(n != 123); // BUG
#endif
        char c = 'x';
        in.get(c);
        if (in) {
            assert(c < '0' || c > '9');
            in.unget();
            assert(in.peek() == static_cast<unsigned char>(c));
        }
    }
    in.clear();
    in.seekg(0);
#ifdef LEFT
    assert(in.tellg() == 0); // BUG
#endif
    in.close();
    in.clear();
    in.get();
    assert(in.eof());
}
static void lines() {
    std::fstream both("both.txt", std::ios::in | std::ios::out | std::ios::trunc);
    if (!both) return;
    both << "text";
    int c = both.get();
    assert(c == std::char_traits<char>::eof() ? both.eof() || both.bad() : c >= 0 && c < 256);
    std::ifstream in("lines.txt");
    char line[4];
    in.getline(line, sizeof line);
#ifdef LINE
    assert(in.gcount() < 3); // BUG
#endif
    assert(in.gcount() <= 4);
    std::filebuf never;
    assert(never.open("none", std::ios::in | std::ios::trunc) == nullptr && !never.is_open());
}
int main() {
    writes();
    reads();
    lines();
}
